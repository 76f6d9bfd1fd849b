import { mock } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { type PostgresPool, postgres } from '../../../src/store/postgres.js'
import { gate } from '../../helpers/gate.js'
import { FakePool, failed, isState, STATE, scripted, scriptedBy } from './fake-pool.js'

const fern = { id: 1n, name: 'Fern' }
const moss = { id: 2n, name: 'Moss' }

t.test('creates that arrive together are one statement', async (t) => {
  const pool = scripted([], [{ id: '1' }, { id: '3' }], [])
  const store = postgres(pool)
  await store.get(9n)
  const plants = [fern, { ...fern, id: 3n, tag: '\0"\\' }, { ...fern, tag: '' }, fern]
  const outcomes = await Promise.all(plants.map((plant) => store.create(plant)))
  t.same(outcomes, ['created', 'created', 'conflict', 'unchanged'])
  t.match(pool.statements, { length: 2 })
  t.match(pool.statements[1], {
    values: ['{1,3}', '{"\\\\x4665726e","\\\\x4665726e"}', '{NULL,"\\\\x00225c"}'],
  })
  t.equal(await store.close(), undefined, 'whatever the pool does')
  t.ok(pool.released.every((error) => error === undefined))
  t.equal(pool.listeners, 0)
})

t.test('a plant that is in the way and removed before it is read', async (t) => {
  const pool = scripted([], [], [{ id: '1' }])
  t.equal(await postgres(pool).create(fern), 'created')
  t.equal(pool.statements.length, 3)
})

/** Codes of Node and SQLSTATEs of what may be over soon, or of what nobody knows the outcome. */
const PASSING = `ECONNRESET EPIPE ENOTFOUND EAI_AGAIN ETIMEDOUT
  08000 08003 08006 08P01 25006 25P03 25P04 26000
  40000 40001 40003 40P01 42P07 53000 53100 53200 53300 53400
  55000 55006 57014 57P01 57P02 57P03 57P05 58000 58030 XX000`

t.test('what passes is repeated, as long as there is time', async (t) => {
  for (const code of ['', ...PASSING.split(/\s+/)]) {
    const pool = scripted(failed(code, 'no'), [{ id: '1' }])
    t.equal(await postgres(pool).create(fern), 'created', code)
    t.match(pool.released, [undefined, { code }, undefined], 'no such connection is kept')
    t.equal(pool.listeners, 0)
    const late = postgres(scripted(failed(code)), { retryTime: 0 })
    const message = new RegExp(`^PostgreSQL cannot be used now: ${code}($|; start it, or correct)`)
    await t.rejects(late.create(fern), { code: 'UNAVAILABLE', message })
  }
})

t.test('what stays is not repeated', async (t) => {
  for (const [expected, codes] of Object.entries({
    'UNAVAILABLE: no; correct the user or the password, or let them in by pg_hba.conf':
      '28000 28P01',
    'UNAVAILABLE: no; create the database, or name another one': '3D000',
    'UNAVAILABLE: no; create the schema, or name another one': '3F000',
    'UNAVAILABLE: no; grant it to the role': '42501',
    'UNAVAILABLE: no': '42P01 57P04 F0000 XX001',
    'FAILED: no': '0A000 21000 22021 23502 23514 42703 44000 P0001',
  }))
    for (const code of codes.split(' ')) {
      const pool = scripted(failed(code, 'no\nHINT: none'))
      const told = await postgres(pool)
        .create(fern)
        .catch(({ code, message }) => `${code}: ${message.replace(/^.*?: /, '')}`)
      t.equal(told, expected, code)
      t.equal(pool.statements.length, 1, code)
    }
})

const CANCELLED = { code: '01000', routine: 'SyncRepWaitForLSN' }
const LOST = [failed('', 'Connection terminated unexpectedly'), failed('57P01'), failed('40003')]

t.test('a commit whose answer is lost is never an answer', async (t) => {
  for (const [at, lost] of [...LOST, ...LOST, CANCELLED, CANCELLED].entries()) {
    const stored = [{ id: '1', name: Buffer.from('Fern').toString('hex'), tag: null }]
    const pool = scriptedBy([[{ id: '1' }], [], stored], at % 2 === 0)
    pool.commits.push(undefined, lost)
    t.equal(await postgres(pool).create(fern), 'unchanged', 'it is found by the next attempt')
    t.equal(pool.statements.length, 3)
    t.equal(pool.released.filter((error) => error !== undefined).length, 1)
    t.equal(pool.listeners, 0)

    const last = scripted([{ id: '1' }])
    last.commits.push(undefined, lost)
    await t.rejects(postgres(last, { retryTime: 0 }).create(fern), { code: 'UNAVAILABLE' })
  }
})

t.test('a notice, or a warning of a trigger, is no doubt', async (t) => {
  for (const notice of [{ code: '00000' }, { code: '01000', routine: 'exec_stmt_raise' }, {}]) {
    const pool = scripted([{ id: '1' }])
    pool.commits.push(undefined, notice)
    t.equal(await postgres(pool).create(fern), 'created')
    t.equal(pool.statements.length, 1)
  }
})

const LOST_NOW = {
  reason: { code: 'UNAVAILABLE', message: /: no; start it, or correct its host and port$/ },
}

t.test('a server that is lost fails all calls of a batch that are left', async (t) => {
  const refused = failed('23514', 'no such plant')
  for (const [before, outcomes] of [
    [[], [LOST_NOW, LOST_NOW, LOST_NOW]],
    // Each call runs alone then.
    [
      [refused, [{ id: '1' }]],
      [{ value: 'created' }, LOST_NOW, LOST_NOW],
    ],
  ] as const) {
    const pool = scripted(...before, failed('ECONNREFUSED', 'no'))
    const store = postgres(pool, { retryTime: 0 })
    await store.ready()
    const plants = [fern, moss, { ...moss, id: 3n }]
    t.match(await Promise.allSettled(plants.map((plant) => store.create(plant))), outcomes)
    t.equal(pool.statements.length, before.length + 1)
  }
})

t.test('a server that is lost fails a batch of several methods at once', async (t) => {
  let asked = 0
  const pool = new FakePool(() => {
    asked += 1
    return asked <= 2 ? [STATE] : failed('ECONNREFUSED', 'no')
  })
  const store = postgres(pool, { retryTime: 0 })
  await store.ready()
  const all = await Promise.allSettled([store.ready(), store.create(fern), store.get(1n)])
  t.match(all, Array(3).fill(LOST_NOW))
  t.equal(asked, 3, 'it is asked once')
})

t.test('a standby is waited for', async (t) => {
  let reader = true
  const pool = new FakePool((statement) => {
    if (!isState(statement)) return [{ id: '1' }]
    const rows = [{ ...STATE, reader }]
    reader = false
    return rows
  })
  t.equal(await postgres(pool).create(fern), 'created')
})

t.test('a server that would lose plants, or has no table after it was made', async (t) => {
  for (const [state, message] of [
    [{ fsync: 'off' }, /: fsync is off, so that plants could be lost; set it to on$/],
    [{ exists: false, owner: null }, /belongs to another application/],
  ] as const) {
    const store = postgres(new FakePool(() => [{ ...STATE, ...state }]))
    await t.rejects(store.ready(), { code: 'UNAVAILABLE', message })
  }
})

t.test('ready asks the server each time', async (t) => {
  let state: object | Error = STATE
  const pool = new FakePool(() => (state instanceof Error ? state : [state]))
  const store = postgres(pool, { retryTime: 0 })
  t.equal(await store.ready(), undefined)
  state = failed('ECONNREFUSED', 'no')
  await t.rejects(store.ready(), {
    code: 'UNAVAILABLE',
    message: /: no; start it, or correct its host and port$/,
  })
  state = { ...STATE, exists: false }
  await t.rejects(store.ready(), { code: 'UNAVAILABLE', message: /the table "plants" is gone$/ })
  state = STATE
  t.equal(await store.ready(), undefined)
})

t.test('a server that does not answer is given up, and its connection closed', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const pool = new FakePool((statement) => (isState(statement) ? [STATE] : new Promise(() => {})))
  const store = postgres(pool, { statementTimeout: 1_000, retryTime: 0 })
  await store.ready()
  const created = store.create(fern)
  const rejected = t.rejects(created, { code: 'UNAVAILABLE', message: /no answer in 1000 ms$/ })
  while (pool.statements.length === 0) await nextTurn()
  mock.timers.tick(1_000)
  await rejected
  t.match(pool.released.at(-1), { message: 'no answer in 1000 ms' })
})

t.test('a connection that comes too late is given back', async (t) => {
  const late = gate()
  const pool = new FakePool(() => [STATE])
  const slow: PostgresPool = {
    async connect() {
      await late.passed
      return pool.connect()
    },
    end: async () => {},
  }
  const store = postgres(slow, { statementTimeout: 1, retryTime: 0 })
  await t.rejects(store.ready(), { code: 'UNAVAILABLE', message: /no answer in 1 ms$/ })
  late.open()
  while (pool.released.length === 0) await nextTurn()
  t.same(pool.released, [undefined])
})

t.test('a pool that does not end does not keep the store from closing', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const pool = new FakePool()
  pool.end = () => {
    setImmediate(() => mock.timers.tick(1_000))
    return new Promise(() => {})
  }
  t.equal(await postgres(pool).close(), undefined)
})
