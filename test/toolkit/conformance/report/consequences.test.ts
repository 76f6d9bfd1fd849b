import Fastify from 'fastify'
import t, { type Test } from 'tap'
import { conform, formatReport } from '#toolkit/conformance/index.js'
import { violationsOf } from '#toolkit/conformance/report/consequences.js'
import { summaryText } from '#toolkit/conformance/report/summary.js'
import { documentOf } from '../helpers/documents.js'
import { LEAK } from './sample-report.js'

const ROW = `{security: [{token: []}], query: {n: {type: integer}}, 200: null, 401: {description: Who?, headers: {WWW-Authenticate: {schema: {type: string}}}}}`
const document = documentOf(`
  GET /a a | ${ROW}
  GET /b b | ${ROW}
  securitySchemes | {token: {type: http, scheme: bearer}}
`)

function serviceOf(t: Test, open: readonly string[]) {
  const app = Fastify()
  t.teardown(() => app.close())
  for (const path of ['/a', '/b'])
    app.get(path, async ({ headers, query }, reply) => {
      const isKnown = open.includes(path) && /^bearer wrong$/i.test(`${headers.authorization}`)
      const { n = '0' } = query as { n?: string }
      if (!isKnown) return reply.code(401).header('www-authenticate', 'Bearer').send()
      return reply.code(n.startsWith('-') ? 500 : /^\d+$/.test(n) ? 200 : 400).send()
    })
  return app
}

async function testedAt(t: Test, open: readonly string[]) {
  const options = { document, token: 'wrong', seed: 1, time: 600, depth: 'edges' } as const
  return conform({ ...options, target: serviceOf(t, open) })
}

t.test('a token that nothing takes is one violation, and there is a remedy', async (t) => {
  const report = await testedAt(t, [])
  t.match(report.violations, [{ check: 'credentials-accepted' }])
  t.equal(report.violations.length, 1)
  const found = report.untested.map(({ remedy }) => remedy)
  t.same(found, Array(2).fill('give another credential for token: this one is refused'))
  t.match(formatReport(report), /Authorization: Bearer '"\$TOKEN"/)
})

t.test('what is refused for one operation hides nothing of another', async (t) => {
  const { violations } = await testedAt(t, ['/a'])
  const found = violations.map(({ check, operationId }) => `${check} ${operationId}`)
  const seen = found.filter((each) => each.endsWith(' b'))
  t.same(seen, ['credentials-accepted b'])
  t.ok(found.includes('no-server-error a'))
  t.equal(found[0], 'credentials-accepted b', 'a cause is the first')
})

t.test('a malformed message is refused before credentials are looked at', async (t) => {
  const operation = {}
  const violation = { check: 'valid-accepted', operation, expect: {}, status: 401 }
  const violations = [violation, { ...violation, check: 'body-valid' }]
  const told = (...statuses: number[]) => {
    const seen = new Map(statuses.map((status) => [status, 1]))
    const coverage = { statuses: new Map([[operation, seen]]) }
    return violationsOf({ violations, coverage } as never).length
  }
  t.equal(told(401, 403, 400, 405, 415), 1)
  t.equal(told(401, 404), 2)
  t.equal(told(401, 200), 2)
})

t.test('an operation that takes no valid request has one violation that says so', async (t) => {
  const [one, other] = [{}, {}]
  const refused = (operation: object, check = 'valid-accepted') => ({
    check,
    operation,
    status: 400,
  })
  const violations = [refused(one), refused(one), refused(one, 'body-valid'), refused(other)]
  const told = (...statuses: number[]) => {
    const seen = new Map(statuses.map((status) => [status, 1]))
    const coverage = { statuses: new Map([one, other].map((each) => [each, seen])) }
    return violationsOf({ violations, coverage } as never).map(({ check }) => check)
  }
  t.same(told(400, 404), ['valid-accepted', 'valid-accepted', 'body-valid'])
  t.same(told(400, 201).length, 4)
})

t.test('many violations have a summary', async (t) => {
  const coverage = Array(5).fill(undefined) as never
  const at = (operationId: string, title = 'no response') => ({
    ...LEAK,
    ...{ operationId, operation: operationId && `GET /${operationId}`, title },
  })
  const violations = [at('a', 'the server fails'), ...['a', 'b', 'c', 'd', ''].map((id) => at(id))]
  t.same(summaryText({ violations: violations.slice(0, 3), coverage }), [])
  t.same(summaryText({ violations, coverage })[0]?.split('\n'), [
    '6 violations in 4 of 5 operations:',
    '     1  the server fails: GET /a',
    '     5  no response: GET /a, GET /b, GET /c and 2 more',
    `Begin with the first: ${LEAK.what}.`,
  ])
})
