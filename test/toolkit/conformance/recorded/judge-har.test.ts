import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { judgeHar } from '#toolkit/conformance/index.js'
import { documentOf, pathsWith } from '../helpers/documents.js'

const Plant = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const DOCUMENT = documentOf(
  pathsWith({ Plant, Id: { type: 'integer' } })(
    'GET /plants/{id} getPlant | {path: {id: Id}, 200: Plant}',
  ),
  { servers: [{ url: 'https://example.com/v1' }] },
)

function entry(url: string, response: object, request: object = {}) {
  const headers = [
    { name: 'Authorization', value: 'Bearer secret-of-ada' },
    { name: 'Accept', value: 'text/x' },
    { name: ':authority', value: 'example.com' },
  ]
  return { time: 12, request: { method: 'GET', url, headers, ...request }, response }
}

const json = (text: string, more: object = {}) => ({
  status: 200,
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  content: { text, ...more },
})

function recording(t: Test, content: unknown): string {
  const file = path.join(t.testdir(), 'traffic.har')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const judged = (t: Test, entries: unknown[], more: object = {}) =>
  judgeHar({
    document: DOCUMENT,
    file: recording(t, { log: { version: '1.2', entries } }),
    ...more,
  })

const at = (path: string) => `https://example.com/${path}`

t.test('the responses of a recording are judged, and nobody is shown', async (t) => {
  const third = json(btoa('{"name":3}'), { encoding: 'base64' })
  const report = await judged(t, [
    entry(at('v1/plants/1?x=1'), json('{"name":"fern"}')),
    entry(at('v1/plants/2'), json('{"name":2}')),
    entry(at('v1/plants/3'), third, { postData: { text: 'x' } }),
    entry(at('v1/trees'), json('{}')),
    entry(at('v2/plants/4'), json('{"name":4}')),
    entry(at('v1/plants/5'), { status: 0 }),
    'no entry',
  ])
  t.match(report, {
    isClean: false,
    requests: 4,
    isCut: false,
    notes: ['GET /trees is not documented'],
    violations: [{ check: 'body-valid', count: 2, operation: 'GET /plants/{id}' }],
  })
  const [violation] = report.violations
  t.match(violation?.steps[0]?.command, /-H 'Authorization: …' \\\n {2}-H 'Accept: text\/x'/)
  t.notMatch(JSON.stringify(report), /secret-of-ada|:authority/)
})

t.test('a base URL leaves other hosts out; a baseline what is known', async (t) => {
  const entries = [
    entry(at('v1/plants/1'), json('{"name":1}')),
    entry('https://other.example/v1/plants/2', json('{}')),
    entry(at('v1'), json('{}')),
    entry(at('v1/plants/3'), { status: 200 }),
  ]
  const url = at('v1/')
  const { violations, requests } = await judged(t, entries, { url })
  t.equal(requests, 3)
  const baseline = violations.map(({ key }) => key)
  const known = { isClean: true, known: 2, violations: [] }
  t.match(await judged(t, entries, { url, baseline }), known)
})

t.test('nothing is tried by a recording of nothing', async (t) => {
  const plant = { operation: 'GET /plants/{id}', operationId: 'getPlant', documented: ['200'] }
  t.same((await judged(t, [])).coverage, [{ ...plant, seen: {}, tried: [] }])
})

t.test('a response that says that the server failed is a note', async (t) => {
  const { notes, isClean } = await judged(t, [
    entry(at('v1/plants/1'), json('{"name":"fern"}')),
    entry(at('v1/plants/2'), { status: 500, headers: [], content: {} }),
  ])
  t.same([notes, isClean], [['GET /plants/2 failed with status 500'], true])
})

t.test('what a browser adds of its own is no fault of the service', async (t) => {
  const url = at('v1/plants/1')
  const type = { name: 'content-type', value: 'application/json' }
  const headers = [{ name: ':status', value: '200' }, type, { name: 'etag', value: '"a"\n"b"' }]
  const preflight = [{ name: 'Access-Control-Request-Method', value: 'GET' }]
  const internal = [{ name: 'Non-Authoritative-Reason', value: 'HSTS' }]
  const none = { status: 204, headers: [], content: {} }
  const entries = [
    { ...entry(url, { status: 200, headers, content: { size: 90_000 } }), time: null },
    entry(url, { status: 304, headers: [], content: { size: 15, text: '{"name":"fern"}' } }),
    entry(url, { status: 206, headers: [type], content: { text: '{"na' } }),
    entry(url, none, { method: 'OPTIONS', headers: preflight }),
    entry(url, { status: 307, headers: internal, content: { size: 0 } }),
    { ...entry(url, json('{"name":1}')), _fetchedViaServiceWorker: true },
    entry('data:image/png;base64,AAAA', json('{"name":1}')),
    entry('http://[', json('{"name":1}')),
  ]
  const file = recording(t, `\ufeff${JSON.stringify({ log: { version: '1.2', entries } })}`)
  t.match(await judgeHar({ document: DOCUMENT, file }), { isClean: true, requests: 3, notes: [] })
  const empty = [entry(url, { status: 200, headers: [type], content: { size: 0 } })]
  t.match(await judged(t, empty), { violations: [{ check: 'body-json' }] })
})

t.test('keys of the document are shown as little as those of HTTP', async (t) => {
  const securitySchemes = {
    query: { type: 'apiKey', in: 'query', name: 'key' },
    other: { type: 'apiKey', in: 'query', name: 'other' },
    header: { type: 'apiKey', in: 'header', name: 'X-Secret' },
    token: { type: 'http', scheme: 'bearer' },
  }
  const document = { ...DOCUMENT, components: { securitySchemes } }
  const response = {
    ...json('{"name":1}'),
    headers: [...json('').headers, { name: 'Set-Cookie', value: 'sid=hidden' }],
  }
  const headers = [{ name: 'x-secret', value: 'hidden' }]
  const entries = [entry(at('v1/plants/1?key=hidden&page=2'), response, { headers })]
  const report = await judged(t, entries, { document })
  t.match(report.violations[0]?.steps[0], { command: /page=2/, response: /Set-Cookie: …/ })
  t.notMatch(JSON.stringify(report), /hidden/)
})

t.test('a file that is no HAR is refused in one line', async (t) => {
  for (const content of ['no JSON', {}, { log: {} }]) {
    const file = recording(t, content)
    await t.rejects(judgeHar({ document: DOCUMENT, file }), {
      name: 'TypeError',
      message: /traffic\.har: is no HAR file: /,
    })
  }
})
