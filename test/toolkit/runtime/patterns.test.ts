import t from 'tap'
import { EXPONENTIAL, POLYNOMIAL } from '../regex/samples.js'
import { contractIn, keeping } from './keeping.js'

const HOSTILE = [...EXPONENTIAL, ...POLYNOMIAL]
const HOSTILE_PATTERN = '^(a+)+$'
const AGAIN = '^(a+)\\1+$'
const texts = HOSTILE.map(
  ([pattern], at) => `p${at}: ${JSON.stringify({ type: 'string', pattern })}`,
)
const contract = await contractIn(`
POST /texts: { parameters: [{ name: q, in: query, schema: { type: string, pattern: '${HOSTILE_PATTERN}' } }], body: { properties: { ${texts} } } }
POST /names: { body: { properties: {
  patterns: { type: object, patternProperties: { '${HOSTILE_PATTERN}': $Id }, additionalProperties: false },
  names: { type: object, propertyNames: { pattern: '${HOSTILE_PATTERN}' } },
  never: { type: object, unevaluatedProperties: false, anyOf: [{ patternProperties: { '${HOSTILE_PATTERN}': true } }] },
  not: { not: { pattern: '${AGAIN}' } },
  again: { type: object, patternProperties: { '${AGAIN}': $Id } },
  short: { type: string, maxLength: 5, pattern: '^(a|a)*$' } } } }
GET /answers: { 200: { type: string, not: { pattern: '${AGAIN}' } } }
Id: { type: integer, format: int64 }`)

const SIZE = 60_000

t.test('hostile strings are judged, or refused where nobody can judge them', async (t) => {
  const { app } = await keeping(t, contract, {
    answer: ({ body }) => (body ? { status: 204 } : { status: 200, body: 'a'.repeat(100) }),
    server: { bodyLimit: 2 ** 22 },
  })
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
