import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import t, { type Test } from 'tap'
import { Metrics } from '../../src/server/metrics.js'
import { dial } from '../helpers/wire.js'
import { heldStore } from '../store/changed-store.js'
import { rawCreate, testApp, token } from './helpers.js'
import { bucketsOf, type Family, readMetrics } from './prometheus.js'
import { asked, serve } from './served.js'

type Families = ReadonlyMap<string, Family>

async function scrape(t: Test, admin: string): Promise<Families> {
  const response = await fetch(`${admin}/metrics`)
  t.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  return readMetrics(await response.text())
}

function family(families: Families, name: string): Family {
  const found = families.get(name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found
}

/** The samples of a metric as `label,label: value`, without those that are 0. */
function told({ samples }: Family, suffix = ''): string[] {
  const named = samples.filter(({ name, value }) => name.endsWith(suffix) && value !== 0)
  return named.map(({ labels, value }) => `${Object.values(labels).join(',')}: ${value}`).sort()
}

t.test('a scrape has each metric, as the requests before it were', async (t) => {
  const server = await serve(t, { STORE_URL: `sqlite:${t.testdir()}/plants.db`, ADMIN_PORT: '0' })
  const ask = asked(t, server)
  await ask(`
    create 1 fern -> 200
    create 2 fern -> 200
    create 3 fern -> 200
    create 1 fern -> 200
    create 1 moss -> 409
    create "1" fern -> 400
    create 1 fern as a-wrong-token -> 401
    PATCH /plants -> 405
    GET /nowhere -> 404
    GET /nowhere-else -> 404
    GET /docs -> 200
    GET /openapi.json -> 200
    GET /%zz -> 400
  `)
  const families = await scrape(t, server.admin)

  const durations = family(families, 'http_server_request_duration_seconds')
  t.equal(durations.type, 'histogram')
  t.same(told(durations, '_count'), [
    ...['/docs,GET,200: 1', '/openapi.json,GET,200: 1', 'createPlant,POST,200: 4'],
    ...['createPlant,POST,400: 1', 'createPlant,POST,401: 1', 'createPlant,POST,409: 1'],
    ...['none,GET,400: 1', 'none,GET,404: 2', 'none,PATCH,405: 1'],
  ])
  const buckets = bucketsOf(durations, { operation: 'createPlant', status: '200' })
  t.ok(buckets.length > 10)
  t.same(buckets.at(-1), [Number.POSITIVE_INFINITY, 4], 'the last bucket has all')
  const sorted = buckets.toSorted(([a], [b]) => a - b)
  t.same(buckets, sorted, 'bounds ascend')
  t.ok(buckets.every(([, count], at) => at === 0 || count >= (buckets[at - 1]?.[1] ?? 0)))

  const refusals = family(families, 'http_server_refusals_total')
  t.equal(refusals.type, 'counter')
  t.same(told(refusals), [
    ...['createPlant,40002: 1', 'createPlant,40101: 1', 'none,40000: 1', 'none,40400: 2'],
    'none,40500: 1',
  ])
  t.same(told(family(families, 'http_server_active_requests')), [], 'none is in progress')

  // A batch each, since they came one by one: opening, three creates, and two that write nothing.
  for (const name of ['store_batch_calls', 'store_batch_duration_seconds'])
    t.same(told(family(families, name), '_count'), [': 6'], name)
  t.same(told(family(families, 'store_batch_calls'), '_sum'), [': 6'])
  t.same(family(families, 'store_waiting_calls').type, 'gauge')
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
    t.equal(family(families, name).samples.length, 1, name)
  const helpless = [...families].filter(([, { help }]) => help === '').map(([name]) => name)
  t.same(helpless, [], 'each has its description')
})

/** The families of a collection of metrics. */
const familiesOf = async (metrics: Metrics) => readMetrics(await metrics.text())

t.test('requests in progress are counted until they are answered', async (t) => {
  const metrics = new Metrics()
  const active = async () =>
    family(await familiesOf(metrics), 'http_server_active_requests').samples[0]?.value
  const { store, begun, release } = heldStore()
  const { app } = await testApp(t, {}, store, metrics)
  const request = { method: 'POST', url: '/plants', payload: { id: 1, name: 'fern' } } as const
  const headers = { authorization: `Bearer ${token}` }
  const answer = app.inject({ ...request, headers })
  await begun
  t.equal(await active(), 1)
  release()
  t.same([(await answer).statusCode, await active()], [200, 0])
  await app.inject(request)
  t.equal(await active(), 0, 'a refusal ends, too')
})

t.test('a request whose client leaves is counted, by its operation', async (t) => {
  const metrics = new Metrics()
  const { store, begun, release } = heldStore()
  const { listen } = await testApp(t, {}, store, metrics)
  const port = await listen()
  /** Resolves when there are so many. */
  const aborted = async (count: number) => {
    const expected = [`createPlant: ${count}`]
    for (let seen: unknown; !isDeepStrictEqual(seen, expected); await nextTurn()) {
      const families = await familiesOf(metrics)
      seen = told(family(families, 'http_server_aborted_requests_total'))
    }
  }
  const body = rawCreate('{"id":1,"name":"fern"}').join('')
  const client = await dial(t, port)
  client.socket.write(body)
  await begun
  client.socket.destroy()
  await aborted(1)
  release()
  const other = await dial(t, port)
  other.socket.write(
    body.replace(/Content-Length: .*/s, 'Transfer-Encoding: chunked\r\n\r\nno chunk\r\n'),
  )
  t.match(await other.until('}'), /^HTTP\/1.1 400 /)
  await aborted(2)
  const families = await familiesOf(metrics)
  t.same(told(family(families, 'http_server_request_duration_seconds')), [], 'none is answered')
})

t.test('the calls of a batch and those that wait are told', async (t) => {
  const metrics = new Metrics()
  metrics.batch({ calls: 3, waiting: 7, milliseconds: 2 })
  metrics.batch({ calls: 40, waiting: 2, milliseconds: 30 })
  const families = await familiesOf(metrics)
  t.same(told(family(families, 'store_waiting_calls')), [': 2'])
  t.same(told(family(families, 'store_batch_calls'), '_sum'), [': 43'])
  t.same(told(family(families, 'store_batch_duration_seconds'), '_sum'), [': 0.032'])
  const sizes = new Map(bucketsOf(family(families, 'store_batch_calls')))
  t.same([sizes.get(2), sizes.get(5), sizes.get(50)], [0, 1, 2])
})
