import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { judgeHar } from '#toolkit/conformance/index.js'
import { objectOf } from '../../../helpers/rows.js'

const DOCUMENT = objectOf(`
  openapi: '3.1.0'
  info: { title: Plants, version: '1.0.0' }
  servers: [{ url: 'https://example.com/v1' }]
  paths:
    '/plants/{id}':
      get:
        operationId: getPlant
        parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
        responses:
          200:
            description: A plant.
            content:
              application/json:
                schema: { type: object, required: [name], properties: { name: { type: string } } }
`)

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

const har = (...entries: unknown[]) => ({ log: { version: '1.2', entries } })

t.test('the responses of a recording are judged, and nobody is shown', async (t) => {
  const file = recording(
    t,
    har(
      entry('https://example.com/v1/plants/1?x=1', json('{"name":"fern"}')),
      entry('https://example.com/v1/plants/2', json('{"name":2}')),
      entry('https://example.com/v1/plants/3', json(btoa('{"name":3}'), { encoding: 'base64' }), {
        postData: { text: 'x' },
      }),
      entry('https://example.com/v1/trees', json('{}')),
      entry('https://example.com/v2/plants/4', json('{"name":4}')),
      entry('https://example.com/v1/plants/5', { status: 0 }),
      'no entry',
    ),
  )
  const report = await judgeHar({ document: DOCUMENT, file })
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
  const file = recording(
    t,
    har(
      entry('https://example.com/v1/plants/1', json('{"name":1}')),
      entry('https://other.example/v1/plants/2', json('{}')),
      entry('https://example.com/v1', json('{}')),
      entry('https://example.com/v1/plants/3', { status: 200 }),
    ),
  )
  const options = { document: DOCUMENT, file, url: 'https://example.com/v1/' }
  const { violations, requests } = await judgeHar(options)
  t.equal(requests, 3)
  const baseline = violations.map(({ key }) => key)
  t.match(await judgeHar({ ...options, baseline }), { isClean: true, known: 2, violations: [] })
})

t.test('nothing is tried by a recording of nothing', async (t) => {
  const { coverage } = await judgeHar({ document: DOCUMENT, file: recording(t, har()) })
  const plant = { operation: 'GET /plants/{id}', operationId: 'getPlant', documented: ['200'] }
  t.same(coverage, [{ ...plant, seen: {}, tried: [] }])
})

t.test('what a browser adds of its own is no fault of the service', async (t) => {
  const url = 'https://example.com/v1/plants/1'
  const type = { name: 'content-type', value: 'application/json' }
  const headers = [{ name: ':status', value: '200' }, type, { name: 'etag', value: '"a"\n"b"' }]
  const preflight = [{ name: 'Access-Control-Request-Method', value: 'GET' }]
  const internal = [{ name: 'Non-Authoritative-Reason', value: 'HSTS' }]
  const file = recording(
    t,
    `\ufeff${JSON.stringify(
      har(
        { ...entry(url, { status: 200, headers, content: { size: 90_000 } }), time: null },
        entry(url, { status: 304, headers: [], content: { size: 15, text: '{"name":"fern"}' } }),
        entry(
          url,
          { status: 204, headers: [], content: {} },
          { method: 'OPTIONS', headers: preflight },
        ),
        entry(url, { status: 307, headers: internal, content: { size: 0 } }),
        { ...entry(url, json('{"name":1}')), _fetchedViaServiceWorker: true },
        entry('data:image/png;base64,AAAA', json('{"name":1}')),
        entry('http://[', json('{"name":1}')),
      ),
    )}`,
  )
  t.match(await judgeHar({ document: DOCUMENT, file }), { isClean: true, requests: 2, notes: [] })
  const empty = recording(
    t,
    har(entry(url, { status: 200, headers: [type], content: { size: 0 } })),
  )
  t.match(await judgeHar({ document: DOCUMENT, file: empty }), {
    violations: [{ check: 'body-json' }],
  })
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
  const url = 'https://example.com/v1/plants/1?key=hidden&page=2'
  const file = recording(t, har(entry(url, response, { headers })))
  const report = await judgeHar({ document, file })
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
