import t from 'tap'
import { type ReceivedSpan, startCollector } from './collector.js'
import { token } from './helpers.js'
import { launch } from './process.js'
import { asked, serve } from './served.js'

const FERN = '{"id":1,"name":"a-fern-of-somebody"}'

t.test('each request has a span with its operation and its status', async (t) => {
  const collector = await startCollector(t)
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const server = await serve(t, { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` })
  const ask = asked(t, server)
  await ask(`
    POST /plants (authorization: Bearer ${token}; traceparent: 00-${trace}-b7ad6b7169203331-01) ${FERN} -> 200
    create 1 a-fern-of-somebody as a-token-that-is-wrong -> 401
    create "a-secret-id" a-fern-of-somebody -> 400
    create 1 another -> 409
    PATCH /plants?access_token=a-secret -> 405
    GET /a-place?access_token=a-secret -> 404
  `)
  await server.service.store.close()
  await ask('create 1 a-fern-of-somebody -> 503')
  t.equal(await server.stop(), true)

  const told = collector.spans.map(({ name, kind, status, attributes }) => {
    const { 'http.response.status_code': code, 'url.path': path } = attributes
    return [name, kind, code, path, status.code]
  })
  const [SERVER, UNSET, OK, ERROR] = [2, 0, 1, 2]
  t.same(told, [
    ['createPlant', SERVER, 200, '/plants', UNSET],
    ['createPlant', SERVER, 401, '/plants', OK],
    ['createPlant', SERVER, 400, '/plants', OK],
    ['createPlant', SERVER, 409, '/plants', OK],
    ['PATCH', SERVER, 405, '/plants', OK],
    ['GET', SERVER, 404, '/a-place', OK],
    ['createPlant', SERVER, 503, '/plants', ERROR],
  ])
  const [first] = collector.spans as [ReceivedSpan]
  t.match(first, {
    traceId: trace,
    parentSpanId: 'b7ad6b7169203331',
    attributes: { 'http.request.method': 'POST', 'http.route': '/plants' },
    resource: { 'service.name': 'plant-store' },
  })
  t.notMatch(collector.text(), /secret|test-token|a-token|somebody|another|Bearer/)
  const lines = server.lines().filter(({ msg }) => msg === 'request completed')
  t.same(
    lines.map(({ traceId }) => traceId),
    collector.spans.map(({ traceId }) => traceId),
    'the log tells the trace',
  )
})

t.test('a collector that is gone fails no stop', async (t) => {
  const server = await serve(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    SHUTDOWN_TIMEOUT: '3000',
  })
  await asked(t, server)('create 1 fern -> 200')
  t.equal(await server.stop(), true, 'all requests were answered')
})

t.test('a collector that refuses spans is told of once', async (t) => {
  process.env.OTEL_BSP_SCHEDULE_DELAY = '20'
  t.teardown(() => delete process.env.OTEL_BSP_SCHEDULE_DELAY)
  const collector = await startCollector(t, 400)
  const server = await serve(t, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  await asked(t, server)('create 1 fern -> 200')
  await server.logged('"msg":"spans are')
  await asked(t, server)('create 1 fern -> 200')
  t.equal(await server.stop(), true)
  t.equal(collector.spans.length, 2)
  const troubles = server.lines().filter(({ msg }) => /^spans are/.test(String(msg)))
  t.match(troubles, [{ level: 40, reason: /Bad Request/ }])
  t.equal(troubles.length, 1)
})

t.test('several processes send spans, under the name of the environment', async (t) => {
  const collector = await startCollector(t)
  const env = {
    ...{ BEARER_TOKENS: token, WORKERS: '2', STORE_URL: 'sqlite:plants.db' },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'garden' },
  }
  const server = { ...(await launch(t, env, t.testdir())), token }
  for (let id = 0; id < 6; id++) await asked(t, server)(`create ${id} fern -> 200`)
  t.equal((await server.end()).code, 0)
  t.equal(collector.spans.length, 6)
  t.match(collector.spans[0], { name: 'createPlant', resource: { 'service.name': 'garden' } })
})
