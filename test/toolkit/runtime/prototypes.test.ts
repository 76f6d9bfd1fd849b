import t from 'tap'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const OPEN = { type: 'object', properties: { id: { type: 'integer', format: 'int64' } } }
const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const PARTS = 'multipart/form-data; boundary=x'
const LINES = 'application/jsonl'

const contract = await contractOf(
  t,
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/': {
        post: {
          operationId: 'send',
          parameters: [
            { name: 'flat', in: 'header', schema: { type: 'object' } },
            { name: 'json', in: 'query', content: { [JSON_TYPE]: {} } },
          ],
          requestBody: {
            content: {
              ...{
                [JSON_TYPE]: { schema: OPEN },
                [FORM]: { schema: OPEN },
                [LINES]: { schema: OPEN },
              },
              'multipart/form-data': { schema: OPEN },
            },
          },
          responses: { 204: { description: 'd' } },
        },
      },
    },
  }),
)

async function answerTo(request: object): Promise<number> {
  const send = async ({ body }: { body: unknown }) => {
    if (body !== null && typeof body === 'object' && Symbol.asyncIterator in body) {
      for await (const _ of body as AsyncIterable<unknown>);
    }
    return { status: 204 }
  }
  const app = await serveContract(t, contract, { handlers: { send } })
  return (await app.inject({ method: 'POST', url: '/', ...request })).statusCode
}

const part = (name: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n{"a":1}\r\n--x--\r\n`

const bodies: [type: string, payload: string, status: number][] = [
  [JSON_TYPE, '{"__proto__":{"a":1}}', 400],
  [JSON_TYPE, '{"__proto__":null}', 400],
  [JSON_TYPE, '{"\\u005f_proto__":{"a":1}}', 400],
  [JSON_TYPE, '{"a":[{"__proto__":{"a":1}}]}', 400],
  [JSON_TYPE, '{"id":9007199254740993,"__proto__":{"a":1}}', 400],
  [JSON_TYPE, '{"constructor":{"prototype":{"a":1}}}', 400],
  [JSON_TYPE, '{"constructor":{"\\u0070rototype":{"a":1}}}', 400],
  [JSON_TYPE, '{"id":9007199254740993,"constructor":{"prototype":1}}', 400],
  [JSON_TYPE, '{"constructor":{"a":1},"prototype":{},"a":"__proto__"}', 204],
  [FORM, '__proto__=a', 400],
  [FORM, '%5F_proto__=a', 400],
  [FORM, 'constructor=a', 204],
  [LINES, '{"a":1}\n{"__proto__":{"a":1}}\n', 400],
  [PARTS, part('__proto__'), 400],
  [PARTS, part('__proto__', '; filename="a"'), 400],
  [PARTS, part('__proto__', `\r\nContent-Type: ${JSON_TYPE}`), 400],
  [PARTS, part('constructor'), 204],
]

for (const [type, payload, status] of bodies) {
  t.test(`${JSON.stringify(payload)} of ${type} is answered with ${status}`, async (t) => {
    t.equal(await answerTo({ headers: { 'content-type': type }, payload }), status)
  })
}

t.test('a parameter has no member that changes prototypes', async (t) => {
  t.equal(await answerTo({ headers: { flat: '__proto__,a' } }), 400)
  t.equal(await answerTo({ headers: { flat: 'constructor,a' } }), 204)
  t.equal(await answerTo({ query: { json: '{"__proto__":{"a":1}}' } }), 400)
  t.equal(await answerTo({ query: { json: '{"a":1}' } }), 204)
})
