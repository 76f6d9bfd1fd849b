import t from 'tap'
import { made } from '../../helpers/made.js'
import { contractIn, keeping } from './keeping.js'
import { checkResults } from './response/results.js'

const USER = 'application/vnd.u+json'
const JSON_TYPE = 'application/json'

const requiring = (name: string) =>
  `{ schema: { type: object, required: [${name}], properties: { ${name}: { const: ${name} } } } }`

const DOCUMENT = `
POST /users: { operationId: send, requestBody: { required: true, content: {
  ${USER}; type=basic: ${requiring('a')},
  '${USER};type="internal"': ${requiring('b')} } } }
GET /users: { operationId: read, responses: { 200: { description: d, content: {
  application/json;odata.metadata=minimal: { schema: $S },
  application/json: { schema: $S },
  application/json; v=2: { schema: $S } } } } }
S: { type: object, properties: { a: { type: integer } } }`
const contract = await contractIn(DOCUMENT)

t.test('a request has a media type with its parameters', async (t) => {
  const { talk } = await keeping(t, contract)
  await talk(t, { part: 'contentType', to: 'POST /users ' }).lines(`
  (content-type: ${USER}; type=basic) {"a":"a"} || (content-type: ${USER}) {"a":"a"} -> 204 of ${USER}; type=basic
  (content-type: ${USER};TYPE=internal; charset=utf-8) {"b":"b"} -> 204 of ${USER}; type=internal
  (content-type: ${USER}; type=basic) {"b":"b"} || (content-type: ${USER}; type=internal) {"a":"a"} -> 40002
  (content-type: ${USER}; type=Basic) {"a":"a"} -> 41500 (accept: ${USER}; type=basic, ${USER}; type=internal)`)
})

const written = (parameters: string) =>
  `200 (content-type: ${JSON_TYPE}${parameters}; charset=utf-8)`
const FIRST = written('; odata.metadata=minimal')
const PLAIN = '{status: 200, body: {a: 1}'

t.test('a response has a media type with its parameters', (t) =>
  checkResults(t, contract).rows(`
  ${PLAIN}} | GET /users || GET /users (accept: text/csv) -> ${FIRST}
  ${PLAIN}} | GET /users (accept: ${JSON_TYPE};v=2) || GET /users (accept: ${JSON_TYPE}; charset=UTF-8;v="2") -> ${written('; v=2')}
  ${PLAIN}} | GET /users (accept: ${JSON_TYPE};q=0.1, ${JSON_TYPE}; v=2; q=0.2) -> ${written('; v=2')}
  ${PLAIN}, contentType: ${JSON_TYPE}} | GET /users (accept: ${JSON_TYPE};v=2) -> ${written('')}
  ${PLAIN}, contentType: ${JSON_TYPE}; v=2} | GET /users -> ${written('; v=2')}
  ${PLAIN}, contentType: ${JSON_TYPE}; odata.metadata=minimal} | GET /users -> ${FIRST}
`),
)

t.test('types name media types with their parameters', async (t) => {
  const types = made(DOCUMENT)
    .files.map(({ text }) => text)
    .join('\n')
  for (const name of [`${USER}; type=basic`, `${USER}; type=internal`, `${JSON_TYPE}; v=2`])
    t.ok(types.includes(`'${name}'`), name)
})
