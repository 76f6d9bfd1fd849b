import t from 'tap'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

/** The values of `collectionFormat` (2.0, Parameter Object), each place's own. */
const FORMATS = ['csv', 'ssv', 'tsv', 'pipes']
const parameter = (place: string, format: string) => ({
  name: format,
  in: place,
  type: 'array',
  required: place === 'path',
  items: { type: 'integer' },
  collectionFormat: format,
})

const contract = await contractOf(
  t,
  JSON.stringify({
    swagger: '2.0',
    info: { title: 'T', version: '1' },
    paths: {
      [`/${FORMATS.map((format) => `{${format}}`).join('/')}`]: {
        get: {
          operationId: 'get',
          parameters: [
            ...['path', 'query', 'header'].flatMap((place) =>
              FORMATS.map((format) => parameter(place, format)),
            ),
            parameter('query', 'multi'),
          ],
          responses: { 204: { description: 'Done.' } },
        },
      },
    },
  }),
)

const list = (collectionFormat: string, items: object) => ({
  type: 'array',
  collectionFormat,
  items,
})
const INTS = { type: 'array', items: { type: 'integer' } }

const forms = await contractOf(
  t,
  JSON.stringify({
    swagger: '2.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/form': {
        post: {
          operationId: 'send',
          consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
          parameters: [
            { name: 'name', in: 'formData', type: 'string', required: true, default: 'x' },
            { name: 'big', in: 'formData', type: 'integer', format: 'int64', default: 4 },
            { name: 'sizes', in: 'formData', ...list('pipes', { type: 'integer' }), default: [1] },
          ],
          responses: {
            204: {
              description: 'Done.',
              headers: { 'X-Rows': list('pipes', INTS) },
            },
          },
        },
      },
    },
  }),
)

t.test('collections of Swagger 2.0', async (t) => {
  const seen: unknown[] = []
  const get = ({ params, query, headers }: Record<string, unknown>) => {
    seen.push({ params, query, headers })
    return { status: 204 }
  }
  const app = await serveContract(t, contract, { handlers: { get: get as never } })
  const response = await app.inject({
    url: '/1,2/1%202/1%092/1%7C2?csv=1,2&ssv=1%202&tsv=1%092&pipes=1|2&multi=1&multi=2',
    headers: { csv: '1, 2', ssv: '1 2', tsv: '1\t2', pipes: '1|2' },
  })
  t.equal(response.statusCode, 204, response.body)
  const all = Object.fromEntries(FORMATS.map((format) => [format, [1, 2]]))
  t.strictSame(seen, [{ params: all, query: { ...all, multi: [1, 2] }, headers: all }])
})

t.test('fields of forms of Swagger 2.0 have their defaults', async (t) => {
  const seen: unknown[] = []
  const send = ({ body }: Record<string, unknown>) => {
    seen.push(body)
    return { status: 204 }
  }
  const app = await serveContract(t, forms, { handlers: { send: send as never } })
  const post = async (type: string, payload: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/form',
        headers: { 'content-type': type },
        payload,
      })
    ).statusCode
  const form = 'application/x-www-form-urlencoded'
  t.equal(await post(form, 'name=a'), 204)
  t.equal(await post(form, 'name=a&big=5&sizes=2|3'), 204)
  const part = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\na\r\n--x--\r\n'
  t.equal(await post('multipart/form-data; boundary=x', part), 204)
  t.same(seen, [
    { name: 'a', big: 4n, sizes: [1] },
    { name: 'a', big: 5n, sizes: [2, 3] },
    { name: 'a', big: 4n, sizes: [1] },
  ])
  t.equal(await post(form, 'big=1'), 400, 'the default of a required one is not used')
})
