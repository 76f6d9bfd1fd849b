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
