import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'
import { typeCheck, writeFiles } from '../../helpers/tsc.js'

/** A document with `POST /0`, `POST /1`, …: each schema is the required body and the response of one. */
function documentOf(schemas: Readonly<Record<string, unknown>>, title = 'T'): string {
  const content = (name: string) => ({
    'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
  })
  const paths = Object.keys(schemas).map((name, index) => [
    `/${index}`,
    {
      post: {
        operationId: index === 0 ? 'operation' : `op${index}`,
        requestBody: { required: true, content: content(name) },
        responses: { 200: { description: 'All schemas. of StatusRange', content: content(name) } },
      },
    },
  ])
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas },
  })
}

const ID = { type: 'integer', format: 'int64' }
const HOLDER = {
  type: 'object',
  properties: { valueOf: ID, a: { oneOf: [ID, { type: 'string' }] } },
}

const NAMES =
  'json Serializer Conversions validators validation Validator RegExp Promise Record Array Date Error Object Function contract schemas serializers int64 conversions Handlers Contract toString valueOf branch0 isA é ü string default Exclude NonNullable'

t.test('no name of a document clashes with a name of generated code', async (t) => {
  const out = t.testdir()
  const schemas = Object.fromEntries(NAMES.split(' ').map((name) => [name, HOLDER]))
  const { files } = generateFrom(parse('a.json', documentOf(schemas, 'All validators.')))
  await writeFiles(out, files)
  t.same(await typeCheck(out), [])
  await contractOf(t, documentOf(schemas), { language: 'typescript' })
})

t.test('prose imports nothing', async (t) => {
  const out = t.testdir()
  const document = documentOf({ A: { type: 'string', description: 'validators. int64. schemas.' } })
  const { files } = generateFrom(parse('a.json', document))
  await writeFiles(out, files)
  t.same(await typeCheck(out), [])
})

t.test('schemas with similar names have separate validators', async (t) => {
  const schemas = {
    pet: { type: 'object', required: ['id'], properties: { id: ID } },
    Pet: { oneOf: [ID, { type: 'string' }] },
    Pet_oneOf_0: { type: 'boolean' },
    A: { enum: ['export const isB_ = ', 'x'] },
    B: { type: 'string' },
    C: {
      type: 'object',
      properties: {
        'a-b': { oneOf: [{ ...ID, minimum: 100 }, { type: 'string' }] },
        a_b: {
          oneOf: [
            { ...ID, maximum: 5 },
            { type: 'number', minimum: 50 },
          ],
        },
      },
    },
  }
  const contract = await contractOf(t, documentOf(schemas))
  const bodies: unknown[] = []
  const handler = ({ body }: { body: unknown }) => {
    bodies.push(body)
    return { status: 200, body }
  }
  const names = contract.operations.map(({ operationId }) => [operationId, handler])
  const app = await serveContract(t, contract, { handlers: Object.fromEntries(names) })
  const table: [index: number, body: string, want: unknown][] = [
    [0, '"not an object"', undefined],
    [0, '{"id":1}', { id: 1n }],
    [1, '5', 5n],
    [1, 'true', undefined],
    [2, '5', undefined],
    [2, 'true', true],
    [3, '"x"', 'x'],
    [4, '"x"', 'x'],
    [4, '5', undefined],
    [5, '{"a-b":200,"a_b":200}', { 'a-b': 200n, a_b: 200 }],
    [5, '{"a-b":5}', undefined],
  ]
  for (const [index, payload, want] of table) {
    const headers = { 'content-type': 'application/json' }
    const response = await app.inject({ method: 'POST', url: `/${index}`, headers, payload })
    t.equal(response.statusCode, want === undefined ? 400 : 200, `${index} ${payload}`)
    t.strictSame(bodies.splice(0), want === undefined ? [] : [want])
  }
})
