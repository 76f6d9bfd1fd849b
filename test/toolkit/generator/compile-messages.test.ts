import t from 'tap'
import { made } from '../../helpers/made.js'
import { rowsOf } from '../../helpers/rows.js'
import { explainedProblems, writeFiles } from '../../helpers/tsc.js'

const PLANT = `{ description: d, headers: { ETag: { required: true, schema: { type: string } } }, content: { application/json: { schema: $Plant } } }`
const DOCUMENT = `
POST /plants: { operationId: createPlant, body: $Plant, responses: { 200: ${PLANT}, 204: { description: d }, default: { description: d, content: { application/json: { schema: $Error } } } } }
GET /plants: { operationId: readPlant, responses: { 200: ${PLANT}, 304: { description: d } } }
Plant: { type: object, required: [id, name], properties: { id: { type: integer, format: int64 }, name: { type: string }, secret: { type: string, writeOnly: true } } }
Error: { type: object, required: [message], properties: { message: { type: string } } }`

/**
 * What a wrong handler returns, what the message must say at its end, and how many levels it has where the
 * handler writes its result type down, and where it does not. TypeScript adds one level each for the function,
 * its promise, what may also be no promise, the union of results, the result, and the member.
 */
const WRONG = rowsOf(`
  a member of another type | { status: 200, headers, body: { id: 1, name: '' } } | number.*bigint | 0 | 6
  a missing member | { status: 200, headers, body: { id: 1n } } | 'name' is missing | 0 | 6
  a status not documented | { status: 99, body: { message: '' } } | '99' | 0 | 6
  a member too many | { status: 204, body: '' } | 'body' does not exist|'undefined' | 0 | 6
  no body | { status: 200, headers } | 'body' is missing | 1 | 4
  a write-only member | { status: 200, headers, body: { ...plant, secret: '' } } | 'never' | 0 | 6
  a wrong header | { status: 200, headers: { ETag: 1 }, body: plant } | 'number'.*'string' | 2 | 6
  a status that is a string | { status: '200', headers, body: plant } | 'string'.*200 | 0 | 6
  a promise as a body | { status: 200, headers, body: Promise.resolve(plant) } | 'Plant': id | 0 | 6
  null | null | 'null' | 0 | 3
`).map(
  ([what = '', returned = '', end = '', written, inferred]) =>
    [what, returned, new RegExp(end), Number(written), Number(inferred)] as const,
)

/** The usual mistakes, and all that the compiler says where the handler writes its result type down. */
const USUAL = rowsOf(`
  a wrong status | { status: 404, headers, body: plant } | Type '404' is not assignable to type '200 \\| 304'.
  a missing member | { status: 200, headers, body: { id: 1n } } | Property 'name' is missing in type '{ id: bigint; }' but required in type 'Plant'.
  a member too many | { status: 304, body: plant } | Object literal may only specify known properties, and 'body' does not exist in type 'ReadPlantResult304'.
  a wrong type | { status: 200, headers, body: { ...plant, name: 1 } } | Type 'number' is not assignable to type 'string'.
  a missing header | { status: 200, body: plant } | Type '{ status: 200; body: { id: bigint; name: string; }; }' is not assignable to type 'ReadPlantResult'. Property 'headers' is missing in type '{ status: 200; body: { id: bigint; name: string; }; }' but required in type 'ReadPlantResult200'.
`)

t.test('a wrong result is named, and what is wrong with it, in few levels', async (t) => {
  const out = t.testdir()
  const { files } = made(DOCUMENT)
  const handlers = [
    wrongHandlers('written', ': Promise<CreatePlantResult>'),
    wrongHandlers('inferred', ''),
    usualMistakes(),
  ]
  await writeFiles(out, [...files, ...handlers])
  const problems = await explainedProblems(out)
  for (const [at, [what, , end, written, inferred]] of WRONG.entries()) {
    for (const [name, levels] of Object.entries({ written, inferred })) {
      const lines =
        problems.find(([head]) => head?.includes(`${name}.ts(${at + LINES_BEFORE},`)) ?? []
      const text = lines.join('\n')
      t.equal(lines.length - 1, levels, `${what}, ${name}: ${text}`)
      t.match(lines.at(-1), end, `${what}, ${name}`)
      if (name === 'inferred')
        t.match(lines[0], /CreatePlantResult/, `${what}: the result is named at once`)
    }
  }
  for (const [at, [what = '', , text]] of USUAL.entries()) {
    const lines = problems.find(([head]) => head?.includes(`usual.ts(${at + 3},`)) ?? []
    const told = lines
      .join('')
      .replace(/^.* error TS\d+: /, '')
      .replace(/ {2,}/g, ' ')
    t.equal(told.replace(' | ', ' \\| '), text, what)
  }
})

const LINES_BEFORE = 6

/** A file with a usual mistake on each line. */
function usualMistakes() {
  const before = [
    `import type { ReadPlantResult } from './operations.js'`,
    `const [headers, plant] = [{ ETag: 'a' }, { id: 1n, name: '' }]`,
  ]
  const each = USUAL.map(
    ([, returned], at) =>
      `export async function read${at}(): Promise<ReadPlantResult> { return ${returned} }`,
  )
  return { name: 'usual.ts', text: [...before, ...each].join('\n') }
}

/** A file with a handler on each line. */
function wrongHandlers(name: string, type: string) {
  const before = [
    `import type { CreatePlantResult, Handlers } from './operations.js'`,
    'export type Used = CreatePlantResult',
    `const headers = { ETag: 'a' }`,
    `const plant = { id: 1n, name: '' }`,
    'export const all = [',
  ]
  const each = WRONG.map(([, returned]) => `{ async createPlant()${type} { return ${returned} } },`)
  const after = '] satisfies Pick<Handlers, "createPlant">[]; void [headers, plant]'
  return { name: `${name}.ts`, text: [...before, ...each, after].join('\n') }
}
