import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import {
  lackOf,
  lateParts,
  NotLoaded,
  rareModule,
  whenLoaded,
} from '#toolkit/runtime/routing/late.js'
import { lazy, lazyOperation } from '#toolkit/runtime/routing/load.js'
import {
  compiledModule,
  contractOf,
  fixture,
  serveContract,
} from '../../../helpers/serve-document.js'
import { listen } from '../../../helpers/wire.js'

const run = promisify(execFile)

const ref = (name: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
})
const NUMBERS = Array.from({ length: 60 }, (_, n) => n)
/** Long enough to stand in a file of its own. */
const members = Object.fromEntries(
  Array.from({ length: 150 }, (_, n) => [`m${n}`, { type: 'string', maxLength: n }]),
)
const large = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Large', version: '1' },
  paths: Object.fromEntries(
    NUMBERS.map((n) => [
      `/${n}`,
      {
        post: {
          operationId: `${'abcdef'[n % 6]}${n}`,
          requestBody: { required: true, content: ref(`own${n % 7}`) },
          responses: { 200: { description: 'd', content: ref(`own${n % 7}`) } },
        },
      },
    ]),
  ),
  components: {
    schemas: Object.fromEntries(
      NUMBERS.slice(0, 7).map((n) => [
        `own${n}`,
        {
          type: 'object',
          properties: {
            ...members,
            id: { type: 'integer', format: 'int64' },
            next: { $ref: `#/components/schemas/own${(n + 1) % 7}` },
          },
        },
      ]),
    ),
  },
})

t.test(
  'an operation that could not be loaded for want of descriptors is loaded later',
  async (t) => {
    const { href } = await compiledModule(t, large)
    const script = path.join(import.meta.dirname, 'exhausted.js')
    const nested = { id: 1, next: { id: 2, next: { id: 3 } } }
    const calls = [
      ['/3', { id: 1 }],
      ['/4', nested],
      ['/3', { m1: 'long', next: { m2: 'too long' } }],
    ]
    const command = 'ulimit -n 64 && exec "$0" "$@"'
    const args = ['-c', command, process.execPath, script, href, JSON.stringify(calls)]
    const { stdout } = await run('/bin/sh', args)
    const unavailable = [503, '1', /"error":50300/]
    const none = undefined
    const found = [200, none]
    const refused = [400, none, /m1 must NOT have more than 1 char.*next\/m2 must NOT/]
    const bodies = calls.map(([, body]) => JSON.stringify(body))
    t.match(JSON.parse(stdout), [
      ...[unavailable, unavailable, unavailable, [...found, bodies[0]], [...found, bodies[0]]],
      ...[unavailable, unavailable, unavailable, [...found, bodies[1]], [...found, bodies[1]]],
      ...[unavailable, unavailable, unavailable, refused, refused],
    ])
  },
)

/** What Node 20 remembers of a file: the same error, whenever it is imported. */
function remembered(path?: string): () => Promise<never> {
  const error = Object.assign(new Error('EIO: i/o error'), path === undefined ? {} : { path })
  return () => Promise.reject(error)
}

t.test('a load that is remembered as failed opens its file under another name', async (t) => {
  const folder = t.testdir({ 'a.mjs': 'export const a = 1', 'b.mjs': 'export const b = 1' })
  const a = (module: object) => (module as { a?: number }).a
  const failing = remembered(path.join(folder, 'a.mjs'))
  const module = lazy(failing, a)
  await t.rejects(module.load(), { message: 'EIO: i/o error' })
  t.equal(await module.load(), 1)
  t.equal(module.value, 1)
  const others: [string, () => Promise<never>][] = [
    ['another module', remembered(path.join(folder, 'b.mjs'))],
    ['no file', remembered()],
  ]
  for (const [name, load] of others) {
    const module = lazy(load, a)
    for (const _ of [1, 2, 3]) await t.rejects(module.load(), { message: 'EIO: i/o error' }, name)
  }
  const missing = lazy(remembered(path.join(folder, 'c.mjs')), a)
  await t.rejects(missing.load(), { message: 'EIO: i/o error' })
  await t.rejects(missing.load(), { code: 'ENOENT' })
  const unwanted = lazy(failing)
  for (const _ of [1, 2]) await t.rejects(unwanted.load(), { message: 'EIO: i/o error' })
})

t.test('an operation is looked for in its own module', async (t) => {
  const folder = t.testdir({ 'a.mjs': 'export const Own = { responses: {} }' })
  const route = { operationId: 'a', method: 'GET', path: '/', url: '/', security: [] }
  const load = remembered(path.join(folder, 'a.mjs'))
  const loaded = (parts: string) =>
    lazyOperation(
      { ...route, parts, load },
      (each) => each,
      async () => {},
    )
  const own = loaded('Own')
  await t.rejects(own.load())
  t.same(await own.load(), { ...route, responses: {} })
  const other = loaded('Other')
  for (const _ of [1, 2]) await t.rejects(other.load(), { message: 'EIO: i/o error' })
})

t.test('what is called late is looked for in its own module', async (t) => {
  const folder = t.testdir({ 'a.mjs': 'export const call = () => 1; export const at = {}' })
  const load = remembered(path.join(folder, 'a.mjs')) as () => Promise<never>
  const { late, latePlaces } = lateParts()
  const { call } = late(load as () => Promise<{ call: () => number }>, ['call'])
  const { at } = latePlaces<'at'>(load, ['at'])
  const { other } = latePlaces<'other'>(load, ['other'])
  await t.rejects(whenLoaded(() => call()))
  t.equal(await whenLoaded(() => call()), 1)
  t.throws(() => at.ref?.(), { message: 'at is not loaded yet' })
  await t.rejects(whenLoaded(() => at.ref?.()))
  t.same(await whenLoaded(() => at.ref?.()), {})
  for (const _ of [1, 2])
    await t.rejects(
      whenLoaded(() => other.ref?.()),
      { message: 'EIO: i/o error' },
    )
  const lack = lackOf(() => other.ref?.())
  t.type(lack, NotLoaded)
  await t.rejects(lack.load(), { message: 'EIO: i/o error' })
})

t.test('what few requests need is loaded when the app listens', async (t) => {
  let count = 0
  rareModule(async () => {
    if (++count > 1) return {}
    throw new Error('not yet')
  })
  const contract = await contractOf(t, await fixture('results.yaml'))
  const app = await serveContract(t, contract)
  await app.ready()
  t.equal(count, 0)
  await listen(app)
  t.equal(count, 1)
  const eager = await serveContract(t, contract, { load: 'eager' })
  await eager.ready()
  t.equal(count, 2)
})
