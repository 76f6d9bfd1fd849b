import path from 'node:path'
import t from 'tap'
import { formatDiagnostics } from '#toolkit/generator/diagnostics/problems.js'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'
import { codeFolder, typeCheck, writeFiles } from '../../helpers/tsc.js'

/** A choice of objects with one member each, whose names begin with the name of the choice. */
function choice(name: string, count: number): object {
  return {
    oneOf: Array.from({ length: count }, (_, index) => ({
      type: 'object',
      required: [`${name}${index}`],
      properties: { [`${name}${index}`]: { type: 'string' } },
    })),
  }
}

function choices(names: string, count: number): object[] {
  return [...names].map((name) => choice(name, count))
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const BASE = { type: 'object', required: ['id'], properties: { id: { type: 'number' } } }

function documentOf(schemas: Readonly<Record<string, unknown>>): string {
  const content = { 'application/json': { schema: ref('A') } }
  const operation = {
    operationId: 'op',
    requestBody: { required: true, content },
    responses: { 200: { description: 'The same.', content } },
  }
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/': { post: operation } },
    components: { schemas },
  })
}

const VALUE = { id: 1, a0: 'a', b1: 'b', c2: 'c', d3: 'd', e4: 'e' }

/** Schemas that accept the value, with the places of those that are too many. */
const table: [name: string, schemas: Record<string, unknown>, ...places: string[]][] = [
  ['choices of allOf', { A: { allOf: [BASE, ...choices('abcde', 10)] } }, 'A 100000'],
  [
    'choices in each other',
    { A: { ...BASE, ...choice('a', 10), allOf: [{ allOf: choices('bcd', 10) }, choice('e', 10)] } },
    'A 100000',
  ],
  [
    'choices with names',
    {
      A: { allOf: [BASE, ref('B'), ref('C')] },
      B: { allOf: choices('ab', 30) },
      C: { allOf: choices('cde', 10) },
    },
    'A 900000',
  ],
  [
    'choices of a choice',
    { A: { oneOf: [{ allOf: [BASE, ...choices('abcde', 10)] }, { type: 'string' }] } },
    'A/oneOf/0 100000',
  ],
  ['as many as the compiler takes', { A: { allOf: [BASE, ...choices('abc', 10)] } }],
]

const folders = codeFolder(t)

for (const [name, schemas, ...places] of table) {
  t.test(`types with too many alternatives are wider: ${name}`, async (t) => {
    const folder = path.join(folders, name)
    const { files, warnings } = generateFrom(parse('a.json', documentOf(schemas)))
    const wanted = places.map((place) => `#/components/schemas/${place}`)
    const found = formatDiagnostics(warnings).split('\n').filter(Boolean)
    t.equal(found.length, wanted.length)
    for (const [index, line] of found.entries()) {
      t.match(line, /^a\.json:1:\d+ #\/components\/schemas\/A/)
      const [, pointer, count] = /(#\S*) .* multiply to (\d+) alternatives/.exec(line) ?? []
      t.equal(`${pointer} ${count}`, wanted[index])
    }
    await writeFiles(path.join(folder, 'generated'), files)
    const text = `import type { A } from './generated/types.js'\nexport const a: A = ${JSON.stringify(VALUE)}`
    if (places.length > 0) await writeFiles(folder, [{ name: 'value.ts', text }])
  })
}

t.test('the compiler takes types that are wider', async (t) => {
  t.same(await typeCheck(folders), [])
})

t.test('a type that is wider changes no verdict', async (t) => {
  const contract = await contractOf(t, documentOf(table[0]?.[1] ?? {}))
  const op = ({ body }: { body: unknown }) => ({ status: 200, body })
  const app = await serveContract(t, contract, { handlers: { op } as never })
  const send = (payload: object) => app.inject({ method: 'POST', url: '/', payload })
  const { statusCode, body } = await send(VALUE)
  t.strictSame([statusCode, JSON.parse(body)], [200, VALUE])
  t.equal((await send({ ...VALUE, e4: 5 })).statusCode, 400)
})
