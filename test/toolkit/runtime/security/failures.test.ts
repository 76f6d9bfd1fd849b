import type { LightMyRequestResponse } from 'fastify'
import { bearer, limitFailures, type SecurityHandler } from 'fastify-contract'
import t from 'tap'
import { serveContract } from '../../../helpers/serve-document.js'
import { contractIn } from '../keeping.js'

const contract = await contractIn(`
GET /: { operationId: enter, security: [{ bearerAuth: [] }] }
components: { securitySchemes: { bearerAuth: { type: http, scheme: bearer } } }`)
const handlers = { enter: () => ({ status: 204 }) }

const appWith = (bearerAuth: SecurityHandler) =>
  serveContract(t, contract, { handlers, security: { bearerAuth } })

async function guarded(limits?: Parameters<typeof limitFailures>[1]) {
  const app = await appWith(limitFailures(bearer(['good']), limits))
  return (token: string | undefined, remoteAddress = '192.0.2.1') =>
    app.inject({
      url: '/',
      remoteAddress,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
}

const statusesOf = async (responses: Promise<LightMyRequestResponse>[]) =>
  (await Promise.all(responses)).map(({ statusCode }) => statusCode)

t.test('a guessing client has to wait, and locks nobody out', async (t) => {
  const send = await guarded({ failures: 2, window: 60_000 })
  for (const token of ['a', 'b']) t.equal((await send(token)).statusCode, 401)
  const refused = await send('c')
  t.match(refused, { statusCode: 429, headers: { 'retry-after': /^(60|59)$/ } })
  t.match(refused.json(), { error: 42900 })
  t.same(await statusesOf([send('good'), send(undefined), send('d', '192.0.2.2')]), [204, 401, 401])
})

t.test('a window ends, whatever the clock is set to', async (t) => {
  let now = 1_000
  t.intercept(performance, 'now', { value: () => now })
  const send = await guarded({ failures: 1, window: 30 })
  t.same(await statusesOf([send('a'), send('a')]), [401, 429])
  now += 29
  t.same(await statusesOf([send('a')]), [429])
  now += 1
  t.same(await statusesOf([send('a'), send('a')]), [401, 429], 'and another one begins')
})

t.test('a client is an IPv6 network, or one IPv4 address', async (t) => {
  const send = await guarded({ failures: 1 })
  const status = async (address: string) => (await send('a', address)).statusCode
  t.same([await status('2001:db8:1:2::1'), await status('2001:db8:1:2:ffff::9')], [401, 429])
  t.same([await status('2001:db8:1:3:0:0:0:1'), await status('2001:db8:1:3::')], [401, 429])
  t.same([await status('2001:db8::5'), await status('2001:db8:0:0:1:2:3:4')], [401, 429])
  t.same([await status('2001::5:6:7:8:9'), await status('2001:0:0:5:1:1:1:1')], [401, 429])
  t.same([await status('::ffff:192.0.2.7'), await status('192.0.2.7')], [401, 429])
  t.same([await status('::1'), await status('192.0.2.8')], [401, 401])
})

t.test('a limited number of clients is counted', async (t) => {
  const send = await guarded({ failures: 1, clients: 2 })
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await send('a', address)
  t.same(await statusesOf([send('a', '192.0.2.3')]), [429])
  t.same(await statusesOf([send('a', '192.0.2.1')]), [401], 'the first one is forgotten')
})

t.test('limits may be inside each other, and each has its count', async (t) => {
  const inner = limitFailures(bearer(['good']), { failures: 2 })
  const app = await appWith(limitFailures(inner, { failures: 1 }))
  const send = () => app.inject({ url: '/', headers: { authorization: 'Bearer a' } })
  const [first, second, third] = [await send(), await send(), await send()]
  t.same([first.statusCode, second.statusCode, third.statusCode], [401, 429, 429])
})

t.test('a limit that limits nothing is refused', async (t) => {
  for (const limits of [
    { failures: 0 },
    { window: 0.5 },
    { clients: Number.NaN },
    { clients: -1 },
  ]) {
    const [name] = Object.keys(limits)
    t.throws(() => limitFailures(bearer(['good']), limits), {
      name: 'TypeError',
      message: `limitFailures: ${name} is a whole number above 0`,
    })
  }
})
