import t from 'tap'
import { formatReport, type Report, type ReportFormat } from '#toolkit/conformance/index.js'
import { golden } from '../../../helpers/golden.js'
import { LEAK, SAMPLE } from './sample-report.js'

const FORMATS: ReportFormat[] = ['text', 'tap', 'junit', 'json', 'html', 'sarif']

for (const format of FORMATS) {
  t.test(`a report as ${format}`, async (t) => {
    golden(t, `conformance/report/${format}.txt`, `${formatReport(SAMPLE, format)}\n`)
  })
}

const CLEAN: Report = {
  ...{ ...SAMPLE, isClean: true, violations: [], known: 0, notes: [], untested: [], isCut: false },
}

t.test('a clean report says so in each form', async (t) => {
  t.match(formatReport(CLEAN), /^statuses seen \(1 operation never succeeded\):/m)
  t.match(formatReport(CLEAN, 'tap'), /^ok 2 - DELETE \/plants\/\{id\} # SKIP no request/m)
  t.match(formatReport(CLEAN, 'junit'), /failures="0".*<skipped message=/s)
  t.match(formatReport(CLEAN, 'html'), /The contract is kept\./)
  t.same(JSON.parse(formatReport(CLEAN, 'json')).violations, [])
  const nothing: Report = { ...CLEAN, isClean: false }
  t.match(formatReport(nothing, 'html'), /class="verdict not-tested"/)
})

t.test('a result of SARIF has its place, and a fingerprint that lasts', async (t) => {
  const at = (location: string) => {
    const report = { ...SAMPLE, violations: [{ ...LEAK, location }] }
    const [run] = JSON.parse(formatReport(report, 'sarif')).runs
    const [result] = run.results
    t.equal(run.tool.driver.rules[result.ruleIndex].id, LEAK.check)
    t.same(result.partialFingerprints, { 'violation/v1': LEAK.key })
    return result.locations[0].physicalLocation
  }
  t.same(at('my spec/a:b.yaml:9:5'), {
    artifactLocation: { uri: 'my%20spec/a%3Ab.yaml' },
    region: { startLine: 9, startColumn: 5 },
  })
  t.equal(at('/a b.yaml:9:5').artifactLocation.uri, 'file:///a%20b.yaml')
})

t.test('what is the same at several operations is one entry for a person', async (t) => {
  const at = (operation: string, more: object = {}) => ({
    ...{ ...LEAK, check: 'challenge' as const, operation, operationId: operation },
    ...{ received: 'status 401 without WWW-Authenticate', count: 2, ...more },
  })
  const names = ['GET /a', 'GET /b', 'GET /c', 'PUT /d', 'PUT /e']
  const violations = [...names.map((each) => at(each)), at('GET /a', { received: 'Basic' })]
  const entries = (format?: ReportFormat) => formatReport({ ...SAMPLE, violations }, format)
  const found = entries()
  t.match(found, / {3}and 9 more like it, also of GET \/b, GET \/c, PUT \/d and 1 more operation\n/)
  t.match(entries(), /^2\. .*: GET \/a$/m)
  t.notMatch(entries(), /^3\. /m)
  t.match(entries('html'), /10 cases.*<dt>Also<\/dt><dd>GET \/b, GET \/c, PUT \/d, PUT \/e</s)
  t.equal(JSON.parse(entries('json')).violations.length, 6, 'a machine has each')
})

t.test('a violation without requests', async (t) => {
  const report = { ...SAMPLE, violations: [{ ...LEAK, steps: [] }] }
  t.match(formatReport(report, 'tap'), /^ {6}requests: ""$/m)
  t.match(formatReport(SAMPLE, 'tap'), /^ {6}requests: "curl /m)
})

t.test('a long document is cut where a person reads it', async (t) => {
  const [first] = SAMPLE.coverage
  const coverage = Array.from({ length: 60 }, () => first as Report['coverage'][number])
  t.match(formatReport({ ...CLEAN, coverage }), /^ {2}and 10 more operations$/m)
})

t.test('a page holds nothing that a server could put in', async (t) => {
  const page = formatReport({ ...SAMPLE, violations: [LEAK] }, 'html')
  t.notMatch(page, /<script|<b>at/)
  for (const character of ['\u001b', '\u202e']) t.notOk(page.includes(character))
  t.match(page, /default-src 'none'/)
})
