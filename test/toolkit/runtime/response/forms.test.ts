import t from 'tap'
import { contractIn } from '../keeping.js'
import { checkResults, resultsIn } from './results.js'

const form = (name: string, type: string) =>
  `GET /${name}: { operationId: ${name}, responses: { 200: { description: d, content: { ${type}: { schema: { type: object, required: [a] } } } } } }\n`
const contract = await contractIn(
  form('parts', 'multipart/form-data') + form('fields', 'application/x-www-form-urlencoded'),
)
const TYPE = 'multipart/form-data; boundary=x'

t.test('a response of a form is bytes, which the platform writes, and no value', (t) =>
  checkResults(t, contract).rows([
    [
      () => ({ status: 200, contentType: TYPE, body: new Blob(['--x--']).stream() }),
      `GET /parts -> 200 (content-type: ${TYPE}) --x--`,
    ],
    [
      { status: 200, body: Buffer.from('a=%C3%A9+b') },
      'GET /fields -> 200 (content-type: application/x-www-form-urlencoded) a=%C3%A9+b',
    ],
    ...resultsIn(`
  {status: 200, body: {a: 1}} | GET /parts -> 50000 | body is no bytes
  {status: 200, body: {a: 1}} | GET /fields -> 50000 | body is no bytes
`),
  ]),
)
