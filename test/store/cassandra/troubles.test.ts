import t from 'tap'
import { cassandra } from '../../../src/store/cassandra.js'
import { APPLIED, fakeClient, refused, responseError } from './fake-client.js'

const fern = { id: 1n, name: 'Fern' }
const named = (name: string, more: object = {}) =>
  Object.assign(new Error(`of ${name}`), { name, ...more })

/** What passes, as the driver reports it. */
const PASSING: [what: string, error: Error][] = [
  ['a fault of the node', responseError(0x0000)],
  ['too few nodes', responseError(0x1000)],
  ['a busy node', responseError(0x1001)],
  ['a node that starts', responseError(0x1002)],
  ['no agreement in time', Object.assign(responseError(0x1100), { writeType: 'CAS' })],
  ['no answer of the others', responseError(0x1200)],
  ['a read that failed', responseError(0x1300)],
  ['a write that failed', responseError(0x1500)],
  ['an unknown outcome', responseError(0x1700)],
  ['a table that is made meanwhile', responseError(0x2400)],
  ['a node that does not know the table', responseError(0x2200, 'table plants does not exist')],
  ['an older one', responseError(0x2200, 'unconfigured table plants')],
  ['a broken connection', Object.assign(new Error('gone'), { isSocketError: true })],
  ['no answer of the node', named('OperationTimedOutError')],
  ['no node', named('NoHostAvailableError', { innerErrors: { h1: 'Host considered as DOWN' } })],
  ['a client that is not open', named('NoHostAvailableError', { innerErrors: null })],
]

for (const [what, error] of PASSING) {
  t.test(`${what} passes`, async (t) => {
    const { client, sent } = fakeClient([error, error, APPLIED])
    t.equal(await cassandra(client).create(fern), 'created')
    t.equal(sent.length, 3)
    const late = cassandra(fakeClient([error]).client, { retryTime: 0 })
    const message = `Cassandra cannot be used now: ${error.message}`
    await t.rejects(late.create(fern), { code: 'UNAVAILABLE', message, cause: error })
  })
}

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

/** What stays, and how it is told. */
const LASTING: Record<string, readonly [error: Error, code: string, message: string]> = {
  'a password': [
    wrongPassword,
    'UNAVAILABLE',
    'Cassandra cannot be used now: of AuthenticationError',
  ],
  'a password, told by each node': [
    named('NoHostAvailableError', { innerErrors: { h1: null, h2: wrongPassword } }),
    'UNAVAILABLE',
    'Cassandra cannot be used now: of AuthenticationError',
  ],
  'a password of an older node': [
    named('NoHostAvailableError', { innerErrors: { h1: responseError(0x0100, 'bad') } }),
    'UNAVAILABLE',
    'Cassandra cannot be used now: bad',
  ],
  'a privilege': [responseError(0x2100), 'UNAVAILABLE', 'Cassandra cannot be used now: refused'],
  'a statement': [responseError(0x2000), 'FAILED', 'Cassandra refused a statement: refused'],
  'a value': [named('TypeError'), 'FAILED', 'Cassandra refused a statement: of TypeError'],
}

for (const [what, [error, code, message]] of Object.entries(LASTING)) {
  t.test(`${what} that is refused stays`, async (t) => {
    const { client, sent } = fakeClient([error])
    await t.rejects(cassandra(client).create(fern), { code, message })
    t.equal(sent.length, 1)
  })
}

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
