import t from 'tap'
import { contractOf, serveContract } from '../../helpers/serve-document.js'
import { EXPONENTIAL, POLYNOMIAL } from '../regex/samples.js'

const HOSTILE = [...EXPONENTIAL, ...POLYNOMIAL]
/** A pattern in the document: text in single quotes is taken literally. */
const quoted = (pattern: string) => `'${pattern.replaceAll("'", "''")}'`
const members = HOSTILE.map(
  ([pattern], index) => `p${index}: {type: string, pattern: ${quoted(pattern)}}`,
)

const ID = '{type: integer, format: int64}'
const document = `
openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /texts:
    post:
      operationId: texts
      parameters: [{name: q, in: query, schema: {type: string, pattern: '^(a+)+$'}}]
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {${members.join(', ')}}}}}}
      responses: {"204": {description: d}}
  /names:
    post:
      operationId: names
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties:
                patterns: {type: object, patternProperties: {'^(a+)+$': ${ID}}, additionalProperties: false}
                names: {type: object, propertyNames: {pattern: '^(a+)+$'}}
                never: {type: object, unevaluatedProperties: false, anyOf: [{patternProperties: {'^(a+)+$': true}}]}
                not: {not: {pattern: '^(a+)\\1+$'}}
                again: {type: object, patternProperties: {'^(a+)\\1+$': ${ID}}}
                short: {type: string, maxLength: 5, pattern: '^(a|a)*$'}
      responses: {"204": {description: d}}
  /answers:
    get:
      operationId: answers
      responses:
        "200": {description: d, content: {application/json: {schema: {type: string, not: {pattern: '^(a+)\\1+$'}}}}}
`

const SIZE = 60_000

t.test('hostile strings are judged, or refused where nobody can judge them', async (t) => {
  const contract = await contractOf(t, document)
  const handlers = {
    texts: () => ({ status: 204 }),
    names: () => ({ status: 204 }),
    answers: () => ({ status: 200, body: 'a'.repeat(100) }),
  }
  const app = await serveContract(t, contract, { handlers, server: { bodyLimit: 2 ** 22 } })
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })

  for (const [index, [pattern, pump, end]] of HOSTILE.entries()) {
    const text = `${pump.repeat(SIZE / pump.length)}${end}`
    t.equal((await post('/texts', { [`p${index}`]: text })).statusCode, 400, pattern)
  }

  const hostile = `${'a'.repeat(SIZE)}!`
  for (const member of ['patterns', 'names', 'never', 'again']) {
    const accepted = member === 'again' ? 'b' : 'aaa'
    t.equal((await post('/names', { [member]: { [accepted]: 1 } })).statusCode, 204, member)
    t.equal((await post('/names', { [member]: { [hostile]: 1 } })).statusCode, 400, member)
  }
  t.equal((await post('/names', { not: 'b' })).statusCode, 204)
  t.equal((await post('/names', { not: hostile })).statusCode, 400, 'nobody knows')
  t.equal((await post('/names', { short: 'aaa' })).statusCode, 204)
  t.equal((await post('/names', { short: hostile })).statusCode, 400)
  t.equal((await post(`/texts?q=${hostile.slice(-5_000)}`, {})).statusCode, 400)
  t.equal((await post('/texts?q=aaa', {})).statusCode, 204)
  t.equal((await app.inject('/answers')).statusCode, 500, 'an answer that nobody can judge')
})
