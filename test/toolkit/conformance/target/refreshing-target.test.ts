import t from 'tap'
import {
  type RawRequest,
  type SentRequest,
  withHeader,
} from '#toolkit/conformance/exchange/request.js'
import type { Outcome } from '#toolkit/conformance/exchange/response.js'
import { fetchSecrets } from '#toolkit/conformance/requests/secret-source.js'
import { RefreshingTarget } from '#toolkit/conformance/target/refreshing-target.js'

const GET: SentRequest = { method: 'GET', target: '/a', headers: [] }
const withToken = (token: string) => withHeader(GET, 'Authorization', `Bearer ${token}`)

/** A server that takes one token, which it echoes; a user may fetch the next one. */
async function server(first = 'token-1') {
  const state = { good: 'token-1', fetched: 0, sent: [] as string[] }
  const answer = (text: string): Outcome => {
    state.sent.push(text)
    const status = text.includes(state.good) ? 200 : 401
    const headers = [['X-Seen', text]] as const
    return { status, headers, body: Buffer.from(`you sent ${text}`), ms: 1 }
  }
  const { given, fetched } = await fetchSecrets({
    own: async () => {
      state.fetched += 1
      return state.fetched === 1 ? first : `token-${state.fetched}`
    },
    other: 'fixed',
  })
  const target = new RefreshingTarget(
    {
      ...{ baseUrl: 'http://a/v1', host: 'a', basePath: '/v1', isWhole: true },
      send: async ({ target: path, headers }: SentRequest) => answer(`${path} ${headers.join()}`),
      takesConnections: async () => true,
      sendRaw: async ({ bytes }: RawRequest) => answer(String(bytes)),
      close: async () => {},
    },
    fetched,
  )
  return { target, state, given }
}

const told = (outcome: Outcome) =>
  'status' in outcome ? `${outcome.status} ${outcome.body}` : outcome.failure

t.test('a secret is fetched once for a run, and stays the one that it knows', async (t) => {
  const { target, state, given } = await server()
  t.same(given, { own: 'token-1', other: 'fixed' })
  t.match(told(await target.send(withToken('token-1'), 1)), /^200 /)
  t.match(told(await target.send(withToken('token-1'), 1)), /^200 /)
  t.equal(state.fetched, 1)
  const { baseUrl, host, basePath, isWhole } = target
  t.same([baseUrl, host, basePath, isWhole], ['http://a/v1', 'a', '/v1', true])
  await target.close()
})

t.test('a secret that was taken and is refused is fetched anew', async (t) => {
  const { target, state } = await server()
  await target.send(withToken('token-1'), 1)
  state.good = 'token-2'
  const found = told(await target.send(withToken('token-1'), 1))
  t.equal(found, '200 you sent /a Authorization,Bearer token-1')
  t.match(state.sent.at(-1), /token-2/)
  t.equal(state.fetched, 2)
  const raw = await target.sendRaw({ bytes: Buffer.from('GET token-1') }, 1)
  t.match(raw, { status: 200, headers: [['X-Seen', 'GET token-1']] })
  t.equal(state.sent.at(-1), 'GET token-2')
  for (const request of [
    { ...GET, target: '/a?key=token-1' },
    withHeader(GET, 'Cookie', 'a=b; key=token-1'),
    withHeader(GET, 'X-Key', 'token-1'),
  ])
    t.match(told(await target.send(request, 1)), /^200 /)
})

t.test('requests at once fetch it once', async (t) => {
  const { target, state } = await server()
  await target.send(withToken('token-1'), 1)
  state.good = 'token-2'
  const all = await Promise.all([1, 2, 3].map(() => target.send(withToken('token-1'), 1)))
  const found = all.every((each) => told(each).startsWith('200'))
  t.ok(found, all.map(told).join('\n'))
  t.equal(state.fetched, 2)
})

t.test('a credential that is wrong or was never taken is not fetched anew', async (t) => {
  const { target, state } = await server()
  await target.send(withToken('token-1'), 1)
  state.good = 'none'
  for (const token of ['token-1x', 'oken-1', 'x token-1'])
    t.match(told(await target.send(withToken(token), 1)), /^401 /)
  t.equal(state.fetched, 1)
  t.match(told(await target.send(withToken('token-1'), 1)), /^401 /)
  t.match(told(await target.send(withToken('token-1'), 1)), /^401 /)
  t.equal(state.fetched, 2, 'the second one was never taken')
})
