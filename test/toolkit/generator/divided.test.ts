import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const COUNT = 16

/**
 * A document of which every module of generated code is long: schemas refer to each other in circles.
 * Not all of them need be those of operations.
 */
function documentText(operations?: number): string {
  const names = LETTERS.flatMap((letter) =>
    Array.from({ length: COUNT / 4 }, (_, n) => `${letter}Thing${n}`),
  )
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const content = (name: string) => ({ 'application/json': { schema: ref(name) } })
  const members = (name: string, at: number) => ({
    id: { type: 'integer', format: 'int64' },
    name: { type: 'string', const: name },
    next: ref(names[(at + 7) % names.length] as string),
    others: { type: 'array', items: ref(names[(at + 101) % names.length] as string) },
    either: { oneOf: [ref(name), { type: 'integer', format: 'int64' }] },
    pair: { oneOf: [1, 2].map((step) => ref(names[(at + step) % names.length] as string)) },
    ...Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [
        `text${n}`,
        { type: 'string', minLength: n, description: 'A text.' },
      ]),
    ),
  })
  const schemas = names.map((name, at) => [
    name,
    { type: 'object', required: ['id'], properties: members(name, at) },
  ])
  const paths = names.slice(0, operations).map((name) => [
    `/${name}`,
    {
      post: {
        operationId: `post-${name}`,
        requestBody: { required: true, content: content(name) },
        responses: { 200: { description: 'd', content: content(name) } },
      },
    },
  ])
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  })
}

t.test('a contract in many files works as one', async (t) => {
  const contract = await contractOf(t, documentText())
  t.equal(contract.operations.length, (LETTERS.length * COUNT) / 4)
  const app = await serveContract(t, contract, {
    handlers: {
      'post-cThing3': (request: { body: object }) => ({ status: 200, body: request.body }),
    },
  })
  const post = (payload: string) =>
    app.inject({
      method: 'POST',
      url: '/cThing3',
      payload,
      headers: { 'content-type': 'application/json' },
    })
  const text =
    '{"id":9223372036854775807,"name":"cThing3","next":{"id":1,"either":9007199254740993},"others":[{"id":2}],"either":3}'
  const response = await post(text)
  t.equal(response.body, text)
  const refused = await post('{"id":1,"next":{"id":1,"text5":"1234"}}')
  t.equal(refused.statusCode, 400)
  t.match(refused.json().message, 'body/next/text5')
  t.equal((await app.inject({ method: 'POST', url: '/zThing0' })).statusCode, 501)
})

t.test('serializers find each other late where files import each other', async (t) => {
  const names = Array.from({ length: 300 }, (_, at) => `${LETTERS[at % LETTERS.length]}${at}`)
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: Object.fromEntries(
      names.map((name) => [
        `/${name}`,
        {
          get: {
            responses: {
              200: {
                description: 'd',
                content: {
                  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
                },
              },
            },
          },
        },
      ]),
    ),
    components: {
      schemas: Object.fromEntries(
        names.map((name, at) => [
          name,
          {
            type: 'object',
            properties: { next: { $ref: `#/components/schemas/${names[at + 1] ?? names[0]}` } },
          },
        ]),
      ),
    },
  }
  const { files } = generateFrom(parse('a.json', JSON.stringify(document)))
  const text = files.find(({ text }) => text.includes('export const writeA0:'))?.text
  t.match(text, /^import \{ json, type Serializer, validation \} from 'fastify-contract\/codegen'/m)
  t.match(text, /^import \{[^}]*\bwriteB1\b[^}]*\} from '\.\//m)
  t.match(text, 'writeA0: Serializer = json.object(\n  { next: json.lazy(() => writeB1) },\n')
})
