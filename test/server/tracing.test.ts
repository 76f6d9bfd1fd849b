import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { start, stop } from '../../src/server/start.js'
import { type ReceivedSpan, startCollector } from './collector.js'
import { capture, linesOf, testConfig, token } from './helpers.js'
import { create, launch } from './process.js'

const fern = { id: 1, name: 'a-fern-of-somebody' }

t.test('each request has a span with its operation and its status', async (t) => {
  const collector = await startCollector(t)
  const output = capture()
  const config = testConfig({ otelExporterOtlpEndpoint: `${collector.url}/`, logFormat: 'json' })
  const service = await start(config, output)
  const base = `http://127.0.0.1:${service.port}`
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const authorization = `Bearer ${token}`
  const headers = {
    authorization,
    'content-type': 'application/json',
    traceparent: `00-${trace}-b7ad6b7169203331-01`,
  }
  const body = JSON.stringify(fern)
  await fetch(`${base}/plants`, { method: 'POST', headers, body })
  await create({ base, token: 'a-token-that-is-wrong' }, fern)
  await create({ base, token }, { ...fern, id: 'a-secret-id' })
  await create({ base, token }, { ...fern, name: 'another' })
  await fetch(`${base}/plants?access_token=a-secret`, { method: 'PATCH' })
  await fetch(`${base}/a-place?access_token=a-secret`)
  await service.store.close()
  await create({ base, token }, fern)
  t.equal(await stop(service), true)

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
  const lines = linesOf(output.text()).filter(({ msg }) => msg === 'request completed')
  t.same(
    lines.map(({ traceId }) => traceId),
    collector.spans.map(({ traceId }) => traceId),
    'the log tells the trace',
  )
})

t.test('a collector that is gone delays no stop', async (t) => {
  const output = capture()
  const config = testConfig({
    otelExporterOtlpEndpoint: 'http://127.0.0.1:1',
    shutdownTimeout: 3_000,
  })
  const service = await start(config, output)
  t.equal((await create({ base: `http://127.0.0.1:${service.port}`, token }, fern))[0], 200)
  t.equal(await stop(service), true, 'all requests were answered')
})

t.test('a collector that refuses spans is told of once', async (t) => {
  process.env.OTEL_BSP_SCHEDULE_DELAY = '20'
  t.teardown(() => delete process.env.OTEL_BSP_SCHEDULE_DELAY)
  const collector = await startCollector(t, 400)
  const output = capture()
  const config = testConfig({ otelExporterOtlpEndpoint: collector.url, logFormat: 'json' })
  const service = await start(config, output)
  const target = { base: `http://127.0.0.1:${service.port}`, token }
  const troubles = () => linesOf(output.text()).filter(({ msg }) => /^spans are/.test(String(msg)))
  await create(target, fern)
  while (troubles().length === 0) await wait(10)
  await create(target, fern)
  t.equal(await stop(service), true)
  t.equal(collector.spans.length, 2)
  t.match(troubles(), [{ level: 40, reason: /Bad Request/ }])
  t.equal(troubles().length, 1)
})

t.test('several processes send spans, under the name of the environment', async (t) => {
  const collector = await startCollector(t)
  const env = {
    BEARER_TOKENS: token,
    WORKERS: '2',
    STORE_URL: 'sqlite:plants.db',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'garden',
  }
  const server = { ...(await launch(t, env, t.testdir())), token }
  for (let id = 0; id < 6; id++) t.equal((await create(server, { ...fern, id }))[0], 200)
  server.child.kill('SIGTERM')
  t.equal((await server.exit).code, 0)
  t.equal(collector.spans.length, 6)
  t.match(collector.spans[0], { name: 'createPlant', resource: { 'service.name': 'garden' } })
})
