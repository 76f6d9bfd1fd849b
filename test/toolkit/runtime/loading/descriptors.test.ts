import { execFile } from 'node:child_process'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import t from 'tap'
import { importFiles, lazyModule } from '#toolkit/runtime/loading/lazy.js'
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

t.test('an operation that could not be loaded without descriptors is loaded later', async (t) => {
  const { href } = await compiledModule(t, large)
  const script = path.join(import.meta.dirname, 'exhausted.js')
  const nested = { id: 1, next: { id: 2, next: { id: 3 } } }
  const calls = [
    ['/3', { id: 1 }],
    ['/4', nested],
    ['/3', { m1: 'long', next: { m2: 'too long' } }],
  ]
  const command = 'ulimit -n 256 && exec "$0" "$@"'
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
    // The schemas that explain it have been loaded with the operation.
    ...[refused, refused, refused, refused, refused],
  ])
})

t.test('imports run one after another, also after a failure', async (t) => {
  const log: string[] = []
  const load = (name: string) => async () => {
    log.push(`${name} begins`)
    await setImmediate()
    log.push(`${name} ends`)
    if (name === 'one') throw new Error('no such file')
    return name
  }
  const one = importFiles(load('one'), 1)
  const two = importFiles(load('two'), 1)
  await t.rejects(one, { message: 'no such file' })
  t.equal(await two, 'two')
  t.same(log, ['one begins', 'one ends', 'two begins', 'two ends'])
})

t.test('parts of the runtime that few requests need are loaded when the app listens', async (t) => {
  let count = 0
  lazyModule(async () => {
    if (++count > 1) return {}
    throw new Error('not yet')
  })
  const contract = await contractOf(t, await fixture('results.yaml'))
  const app = await serveContract(t, contract)
  await app.ready()
  t.equal(count, 0)
  await listen(app)
  await importFiles(async () => {}, 1)
  t.equal(count, 1)
  const eager = await serveContract(t, contract, { load: 'eager' })
  await eager.ready()
  t.equal(count, 2)
})
