import t from 'tap'
import { type PostgresPool, type PostgresStatement, postgres } from '../../../src/store/postgres.js'

const STATE = { exists: true, owner: 'plant-store 1', standby: false, commit: 'on', fsync: 'on' }

/** A pool that answers the statements for plants by a script: rows, or an error. */
function pool(...script: (object[] | Error)[]) {
  const statements: PostgresStatement[] = []
  const fake: PostgresPool = {
    async query(statement) {
      if (statement.text.includes('pg_is_in_recovery')) return { rows: [STATE] }
      statements.push(statement)
      const next = script.shift() ?? []
      if (next instanceof Error) throw next
      return { rows: next }
    },
    async end() {
      throw new Error('it has ended')
    },
  }
  return { fake, statements }
}

const fern = { id: 1n, name: 'Fern' }
const failed = (code: string, message = '') => Object.assign(new Error(message), { code })

t.test('creates that arrive together are one statement', async (t) => {
  const { fake, statements } = pool([], [{ id: '1' }, { id: '3' }], [])
  const store = postgres(fake)
  await store.get(9n)
  const plants = [fern, { ...fern, id: 3n, tag: '\0"\\' }, { ...fern, tag: '' }, fern]
  const outcomes = await Promise.all(plants.map((plant) => store.create(plant)))
  t.same(outcomes, ['created', 'created', 'conflict', 'unchanged'])
  t.match(statements, { length: 2 })
  t.match(statements[1], {
    values: ['{1,3}', '{"\\\\x4665726e","\\\\x4665726e"}', '{NULL,"\\\\x00225c"}'],
    query_timeout: 5000,
  })
  t.equal(await store.close(), undefined, 'whatever the pool does')
})

t.test('a plant that is in the way and removed before it is read', async (t) => {
  const { fake, statements } = pool([], [], [{ id: '1' }])
  t.equal(await postgres(fake).create(fern), 'created')
  t.equal(statements.length, 3)
})

t.test('what passes is repeated, as long as there is time', async (t) => {
  for (const code of ['ECONNRESET', '08006', '25006', '40001', '40P01', '57P01', '53300']) {
    const { fake } = pool(failed(code), failed(code), [{ id: '1' }])
    t.equal(await postgres(fake).create(fern), 'created', code)
    const late = postgres(pool(failed(code)).fake, { retryTime: 0 })
    const message = `PostgreSQL cannot be used now: ${code}`
    await t.rejects(late.create(fern), { code: 'UNAVAILABLE', message })
  }
})

t.test('what stays is not repeated', async (t) => {
  for (const [code, expected] of [
    ['28P01', 'UNAVAILABLE'],
    ['42501', 'UNAVAILABLE'],
    ['22021', 'FAILED'],
  ] as const) {
    const { fake, statements } = pool(failed(code, 'no\nHINT: none'))
    await t.rejects(postgres(fake).create(fern), { code: expected, message: /: no$/ })
    t.equal(statements.length, 1)
  }
})

t.test('a standby is waited for', async (t) => {
  let isStandby = true
  const fake: PostgresPool = {
    async query({ text }) {
      if (text.includes('insert')) return { rows: [{ id: '1' }] }
      const rows = [{ ...STATE, standby: isStandby }]
      isStandby = false
      return { rows }
    },
    async end() {},
  }
  t.equal(await postgres(fake).create(fern), 'created')
})

t.test('a server that would lose plants', async (t) => {
  const query = async () => ({ rows: [{ ...STATE, fsync: 'off' }] })
  const store = postgres({ query, end: async () => {} })
  const message = /: fsync is off, so that plants could be lost; set it to on$/
  await t.rejects(store.ready(), { code: 'UNAVAILABLE', message })
})

t.test('a table that is not there after it was made', async (t) => {
  const query = async () => ({ rows: [{ ...STATE, exists: false, owner: null }] })
  const store = postgres({ query, end: async () => {} })
  await t.rejects(store.ready(), { code: 'UNAVAILABLE', message: /belongs to another application/ })
})

t.test('options are checked', async (t) => {
  const { fake } = pool()
  for (const name of ['maxWaiting', 'statementTimeout', 'retryTime']) {
    const message = new RegExp(`^${name} must be a whole number from \\d to 2147483647$`)
    t.throws(() => postgres(fake, { [name]: -1 }), { name: 'TypeError', message })
  }
})
