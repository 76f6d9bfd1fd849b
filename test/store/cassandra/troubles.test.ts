import t from 'tap'
import { cassandra } from '../../../src/store/cassandra.js'
import { APPLIED, fakeClient, refused, responseError } from './fake-client.js'

const fern = { id: 1n, name: 'Fern' }
const named = (name: string, more: object = {}) =>
  Object.assign(new Error(`of ${name}`), { name, ...more })

/** What passes, as the driver reports it. */
const PASSING: Readonly<Record<string, Error>> = {
  'a fault of the node': responseError(0x0000),
  'too few nodes': responseError(0x1000),
  'a busy node': responseError(0x1001),
  'a node that starts': responseError(0x1002),
  'no agreement in time': Object.assign(responseError(0x1100), { writeType: 'CAS' }),
  'no answer of the others': responseError(0x1200),
  'a read that failed': responseError(0x1300),
  'a write that failed': responseError(0x1500),
  'an unknown outcome': responseError(0x1700),
  'a table that is made meanwhile': responseError(0x2400),
  'a node that does not know the table': responseError(0x2200, 'table plants does not exist'),
  'an older one': responseError(0x2200, 'unconfigured table plants'),
  'a broken connection': Object.assign(new Error('gone'), { isSocketError: true }),
  'no answer of the node': named('OperationTimedOutError'),
  'no node': named('NoHostAvailableError', { innerErrors: { h1: 'Host considered as DOWN' } }),
  'a client that is not open': named('NoHostAvailableError', { innerErrors: null }),
}

t.test('a trouble of a cluster that passes is waited for', async (t) => {
  for (const [what, error] of Object.entries(PASSING)) {
    const { client, sent } = fakeClient([error, error, APPLIED])
    t.equal(await cassandra(client).create(fern), 'created', what)
    t.equal(sent.length, 3)
    const late = cassandra(fakeClient([error]).client, { retryTime: 0 })
    const isGone = error.name === 'NoHostAvailableError'
    const remedy = isGone ? '; start the nodes, or correct their hosts' : ''
    const message = `Cassandra cannot be used now: ${error.message}${remedy}`
    await t.rejects(late.create(fern), { code: 'UNAVAILABLE', message, cause: error })
  }
})

t.test('a create whose outcome is unknown may have stored the plant', async (t) => {
  const unknown = responseError(0x1100)
  for (const [row, outcome] of [
    [{ name: 'Fern', tag: null }, 'unchanged'],
    [{ name: 'Moss', tag: null }, 'conflict'],
  ] as const) {
    const { client } = fakeClient([unknown, refused(row)])
    t.equal(await cassandra(client).create(fern), outcome)
  }
})

const wrongPassword = named('AuthenticationError')
const oneOf = (innerErrors: object) => named('NoHostAvailableError', { innerErrors })

const LOGIN = 'correct the user or the password'

/** What stays, and how it is told. */
const LASTING: Readonly<Record<string, readonly [told: string, error: Error]>> = {
  'a password': [`cannot be used now: of AuthenticationError; ${LOGIN}`, wrongPassword],
  'a password, told by each node': [
    `cannot be used now: of AuthenticationError; ${LOGIN}`,
    oneOf({ h1: null, h2: wrongPassword }),
  ],
  'a password of an older node': [
    `cannot be used now: bad; ${LOGIN}`,
    oneOf({ h1: responseError(0x0100, 'bad') }),
  ],
  'a privilege': ['cannot be used now: refused; grant it to the role', responseError(0x2100)],
  'a statement': ['refused a statement: refused', responseError(0x2000)],
  'a value': ['refused a statement: of TypeError', named('TypeError')],
}

t.test('what a cluster refuses stays, and is not asked again', async (t) => {
  for (const [what, [told, error]] of Object.entries(LASTING)) {
    const { client, sent } = fakeClient([error])
    const code = told.startsWith('refused') ? 'FAILED' : 'UNAVAILABLE'
    await t.rejects(cassandra(client).create(fern), { code, message: `Cassandra ${told}` }, what)
    t.equal(sent.length, 1)
  }
})

t.test('calls that wait while nodes are gone do not wait again', async (t) => {
  const gone = named('NoHostAvailableError', { innerErrors: {} })
  const { client, sent } = fakeClient(Array.from({ length: 99 }, () => gone))
  const store = cassandra(client, { maxInFlight: 1, retryTime: 50 })
  await store.ready()
  const calls = [1n, 2n, 3n].map((id) => store.create({ ...fern, id }))
  const outcomes = await Promise.allSettled(calls)
  t.ok(outcomes.every(({ status }) => status === 'rejected'))
  t.ok(sent.length < 6, `${sent.length} attempts`)
})
