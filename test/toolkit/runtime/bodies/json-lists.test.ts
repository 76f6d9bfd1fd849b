import t from 'tap'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

const ITEM = { type: 'object', properties: { id: { type: 'integer', format: 'int64' } } }
const list = (items: object) => ({ type: 'array', items })
const INT = { type: 'integer' }
const LISTS = {
  objects: list(ITEM),
  texts: list({ type: 'string' }),
  numbers: list(INT),
  rows: list(list(INT)),
  either: { oneOf: [ITEM, list(ITEM)] },
  one: { type: 'string' },
  nullable: { type: ['array', 'null'], items: ITEM },
  number: { oneOf: [{ type: 'number' }, list(ITEM)] },
}
const schema = { type: 'object', properties: LISTS }
const media = {
  schema,
  encoding: Object.fromEntries(
    Object.keys(LISTS).map((name) => [name, { contentType: 'application/json' }]),
  ),
}
const content = { 'multipart/form-data': media, 'application/x-www-form-urlencoded': media }

const document = (openapi: string) =>
  JSON.stringify({
    openapi,
    info: { title: 'Lists', version: '1' },
    paths: {
      '/in': {
        post: {
          operationId: 'read',
          requestBody: { content },
          responses: { 204: { description: 'Read.' } },
        },
      },
    },
  })

type Pairs = readonly (readonly [name: string, text: string])[]

const READ: readonly (readonly [pairs: Pairs, body: object | string])[] = [
  [[['objects', '{"id":9007199254740993}']], { objects: [{ id: 2n ** 53n + 1n }] }],
  [[...'12'].map((id) => ['objects', `{"id":${id}}`]), { objects: [{ id: 1n }, { id: 2n }] }],
  [[['objects', '[{"id":1},{"id":2}]']], { objects: [{ id: 1n }, { id: 2n }] }],
  [[['objects', '[]']], { objects: [] }],
  [
    [
      ['objects', '[{"id":1}]'],
      ['objects', '{"id":1}'],
    ],
    'body/objects/0 must be object',
  ],
  [[['objects', 'x']], 'body/objects must be JSON'],
  [
    [
      ['texts', '"a"'],
      ['texts', '"b"'],
    ],
    { texts: ['a', 'b'] },
  ],
  [[['texts', '["a"]']], { texts: ['a'] }],
  [[['numbers', '5']], { numbers: [5] }],
  [[['rows', '[1,2]']], { rows: [[1, 2]] }],
  [[['rows', '[[1,2],[3]]']], { rows: [[1, 2], [3]] }],
  [[['rows', '[]']], { rows: [[]] }],
  [[['either', '{"id":1}']], { either: { id: 1n } }],
  [[['nullable', '{"id":1}']], { nullable: [{ id: 1n }] }],
  [[['nullable', 'null']], { nullable: null }],
  [[['number', '9007199254740993']], { number: 2 ** 53 }],
  [[['number', '{"id":1}']], { number: [{ id: 1n }] }],
  [[['either', '[{"id":1}]']], { either: [{ id: 1n }] }],
  [
    [
      ['one', '"a"'],
      ['one', '"b"'],
    ],
    'body/one must be given once: it is one value, and no list',
  ],
]

for (const version of ['3.0.3', '3.1.0', '3.2.0']) {
  t.test(`lists of JSON in forms of OpenAPI ${version}`, async (t) => {
    const seen: unknown[] = []
    const read = ({ body }: { body: unknown }) => {
      seen.push(body)
      return { status: 204 }
    }
    const contract = await contractOf(t, document(version))
    const app = await serveContract(t, contract, { handlers: { read } })
    const send = (type: string, payload: string) =>
      app.inject({ method: 'POST', url: '/in', headers: { 'content-type': type }, payload })

    await t.test('a text is an item, or the whole list where it is no item', async (t) => {
      for (const [pairs, want] of READ) {
        const form = pairs.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&')
        const parts = pairs.map(
          ([name, text]) =>
            `--x\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/json\r\n\r\n${text}\r\n`,
        )
        const answers = [
          await send('application/x-www-form-urlencoded', form),
          await send('multipart/form-data; boundary=x', `${parts.join('')}--x--\r\n`),
        ]
        for (const { statusCode, body } of answers) {
          t.equal(statusCode, typeof want === 'string' ? 400 : 204, `${form} ${body}`)
          if (typeof want === 'string') t.ok(body.includes(want), body)
          else t.strictSame(seen.shift(), want, form)
        }
      }
    })
  })
}
