import { FastifyOtelInstrumentation } from '@fastify/otel'
import { trace } from '@opentelemetry/api'
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node'
import fastify from 'fastify'
import t from 'tap'
import { bearer, plantStore } from '../../src/index.js'
import { memory } from '../../src/store/memory.js'
import { changedStore } from '../store/changed-store.js'

t.test('the plugin in a host that traces its requests', async (t) => {
  const exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  provider.register()
  const instrumentation = new FastifyOtelInstrumentation()
  instrumentation.setTracerProvider(provider)
  const plants = memory()
  const active: (string | undefined)[] = []
  const store = changedStore(plants, {
    create(plant) {
      active.push(trace.getActiveSpan()?.spanContext().traceId)
      return plants.create(plant)
    },
  })
  const host = fastify()
  t.teardown(() => host.close())
  await host.register(instrumentation.plugin())
  await host.register(plantStore, {
    prefix: '/v1',
    store,
    security: { bearerAuth: bearer(['a-token']) },
  })
  host.get('/own', async () => 'own')
  // Over a socket, where the body arrives in another context than the head.
  const base = await host.listen({ port: 0, host: '127.0.0.1' })
  const create = (token: string) =>
    fetch(`${base}/v1/plants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"id":1,"name":"Fern"}',
    })
  t.equal((await create('a-token')).status, 200)
  t.equal((await create('another')).status, 401)
  t.equal((await fetch(`${base}/own`)).status, 200)

  const requests = exporter.getFinishedSpans().filter(({ name }) => name === 'request')
  t.match(
    requests.map(({ attributes }) => attributes),
    [
      { 'http.route': '/v1/plants', 'http.response.status_code': 200 },
      { 'http.route': '/v1/plants', 'http.response.status_code': 401 },
      { 'http.route': '/own', 'http.response.status_code': 200 },
    ],
  )
  t.same(active, [requests[0]?.spanContext().traceId], 'the store is called within the span')
})
