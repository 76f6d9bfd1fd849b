import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import t, { type Test } from 'tap'
import { buildApp } from '../../src/server/app.js'
import { Metrics } from '../../src/server/metrics.js'
import { start, stop } from '../../src/server/start.js'
import { memory } from '../../src/store/memory.js'
import { changedStore } from '../store/changed-store.js'
import { capture, testConfig, token } from './helpers.js'
import { create } from './process.js'
import { bucketsOf, type Family, readMetrics } from './prometheus.js'

const fern = { id: 1, name: 'fern' }

/** Starts a service on SQLite with an admin port: its address, and a scrape. */
async function serviceOf(t: Test) {
  const output = capture()
  const storeUrl = `sqlite:${t.testdir()}/plants.db`
  const service = await start(testConfig({ storeUrl, adminPort: 0, port: 0 }), output)
  t.teardown(() => stop(service))
  const [, admin] = /metrics are at (\S+?)"/.exec(output.text()) ?? []
  const scrape = async () => {
    const response = await fetch(`${admin}/metrics`)
    t.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    return readMetrics(await response.text())
  }
  return { base: `http://127.0.0.1:${service.port}`, scrape }
}

function family(families: ReadonlyMap<string, Family>, name: string): Family {
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
  const { base, scrape } = await serviceOf(t)
  for (const id of [1, 2, 3]) await create({ base, token }, { ...fern, id })
  await create({ base, token }, fern)
  await create({ base, token }, { ...fern, name: 'moss' })
  await create({ base, token }, { id: '1' })
  await create({ base, token: 'a-wrong-token' }, fern)
  await fetch(`${base}/plants`, { method: 'PATCH' })
  for (const path of ['/nowhere', '/nowhere-else', '/docs', '/openapi.json', '/%zz']) {
    await (await fetch(base + path)).text()
  }
  const families = await scrape()

  const durations = family(families, 'http_server_request_duration_seconds')
  t.equal(durations.type, 'histogram')
  t.same(told(durations, '_count'), [
    '/docs,GET,200: 1',
    '/openapi.json,GET,200: 1',
    'createPlant,POST,200: 4',
    'createPlant,POST,400: 1',
    'createPlant,POST,401: 1',
    'createPlant,POST,409: 1',
    'none,GET,400: 1',
    'none,GET,404: 2',
    'none,PATCH,405: 1',
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
    'createPlant,40002: 1',
    'createPlant,40101: 1',
    'none,40000: 1',
    'none,40400: 2',
    'none,40500: 1',
  ])
  t.same(told(family(families, 'http_server_active_requests')), [], 'none is in progress')

  // A batch each, since they came one by one: opening, three creates, and two that write nothing.
  for (const name of ['store_batch_calls', 'store_batch_duration_seconds']) {
    t.same(told(family(families, name), '_count'), [': 6'], name)
  }
  t.same(told(family(families, 'store_batch_calls'), '_sum'), [': 6'])
  t.same(told(family(families, 'store_commit_duration_seconds'), '_count'), [': 3'])
  t.same(family(families, 'store_waiting_calls').type, 'gauge')
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
    t.equal(family(families, name).samples.length, 1, name)
  }
  const helpless = [...families].filter(([, { help }]) => help === '').map(([name]) => name)
  t.same(helpless, [], 'each has its description')
})

t.test('requests in progress are counted until they are answered', async (t) => {
  const metrics = new Metrics()
  const active = async () => {
    const families = readMetrics(await metrics.text())
    return family(families, 'http_server_active_requests').samples[0]?.value
  }
  const store = memory()
  const seen: unknown[] = []
  const watched = changedStore(store, {
    create: async (...args) => {
      seen.push(await active())
      return store.create(...args)
    },
  })
  const app = await buildApp({ config: testConfig(), store: watched, metrics })
  t.teardown(() => app.close())
  const headers = { authorization: `Bearer ${token}` }
  const request = { method: 'POST', url: '/plants', payload: fern } as const
  const { statusCode } = await app.inject({ ...request, headers })
  t.same([statusCode, seen, await active()], [200, [1], 0])
  await app.inject(request)
  t.equal(await active(), 0, 'a refusal ends, too')
})

t.test('a request whose client leaves is counted, by its operation', async (t) => {
  const metrics = new Metrics()
  const store = memory()
  const begun = new EventEmitter()
  const watched = changedStore(store, {
    create: async (plant) => {
      begun.emit('create')
      await once(begun, 'left')
      return store.create(plant)
    },
  })
  const app = await buildApp({ config: testConfig(), store: watched, metrics })
  t.teardown(() => app.close())
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const body = JSON.stringify(fern)
  const head = `POST /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
  /** Resolves when there are so many. */
  const aborted = async (count: number) => {
    const expected = [`createPlant: ${count}`]
    for (let seen: unknown; !isDeepStrictEqual(seen, expected); await nextTurn()) {
      const families = readMetrics(await metrics.text())
      seen = told(family(families, 'http_server_aborted_requests_total'))
    }
  }
  const client = connect(Number(new URL(base).port), '127.0.0.1')
  client.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
  await once(begun, 'create')
  client.destroy()
  await aborted(1)
  begun.emit('left')
  const other = connect(Number(new URL(base).port), '127.0.0.1')
  other.write(`${head}Transfer-Encoding: chunked\r\n\r\nno chunk\r\n`)
  t.match(String((await once(other, 'data'))[0]), /^HTTP\/1.1 400 /)
  await aborted(2)
  const families = readMetrics(await metrics.text())
  t.same(told(family(families, 'http_server_request_duration_seconds')), [], 'none is answered')
})

t.test('the calls of a batch and those that wait are told', async (t) => {
  const metrics = new Metrics()
  metrics.batch({ calls: 3, waiting: 7, milliseconds: 2, commitTime: 1 })
  metrics.batch({ calls: 40, waiting: 2, milliseconds: 30, commitTime: undefined })
  const families = readMetrics(await metrics.text())
  t.same(told(family(families, 'store_waiting_calls')), [': 2'])
  t.same(told(family(families, 'store_batch_calls'), '_sum'), [': 43'])
  t.same(told(family(families, 'store_batch_duration_seconds'), '_sum'), [': 0.032'])
  t.same(told(family(families, 'store_commit_duration_seconds'), '_sum'), [': 0.001'])
  const sizes = new Map(bucketsOf(family(families, 'store_batch_calls')))
  t.same([sizes.get(2), sizes.get(5), sizes.get(50)], [0, 1, 2])
})
