import t from 'tap'
import {
  otherCredentials,
  primaryCredentials,
} from '#toolkit/conformance/requests/given-credentials.js'
import { fetchSecrets } from '#toolkit/conformance/requests/secret-source.js'
import { chunked, writeRaw } from '#toolkit/conformance/requests/write-raw.js'

t.test('the first credential of a scheme is for valid requests', async (t) => {
  const given = {
    key: 'k',
    none: [],
    token: [
      { token: 'a', scopes: ['read', 'write'], user: 'one' },
      { token: 'b', scopes: ['read'], user: 'one' },
      { token: 'c', user: 'two' },
      { token: 'd' },
    ],
  }
  t.same(primaryCredentials(given), { key: 'k', token: 'a' })
  t.same(otherCredentials(given), [
    { token: 'b', scopes: ['read'], user: 'one', scheme: 'token', isForeign: false },
    { token: 'c', user: 'two', scheme: 'token', isForeign: true },
    { token: 'd', scheme: 'token', isForeign: false },
  ])
})

t.test('what is no credential is refused by its name, and not shown', async (t) => {
  const basic = { username: 'me', password: 'SECRET' }
  for (const each of [basic, [basic], ['SECRET'], [null]])
    await t.rejects(fetchSecrets({ basic: each as unknown as string }), {
      name: 'TypeError',
      message: /^security\.basic must be a secret \(`user:password` for basic\), [^S]*$/,
    })
})

t.test('bytes of a request', async (t) => {
  const request = {
    method: 'POST',
    target: '/a?b=c',
    headers: [
      ['X-A', 'b'],
      ['content-length', '9'],
    ] as const,
    body: Buffer.from('abc'),
  }
  const server = { host: 'a.example:1', basePath: '/v1' }
  const written = (changes = {}, of = request as never) => writeRaw(server, of, changes)
  t.equal(
    written().bytes.toString(),
    'POST /v1/a?b=c HTTP/1.1\r\nHost: a.example:1\r\nX-A: b\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc',
  )
  t.equal(
    written({
      line: (method: string, path: string) => `${method} ${path}`,
      host: [],
      framing: ['Transfer-Encoding: chunked'],
      connection: [],
      lines: ['X-B: c'],
      body: 'x',
      followedBy: Buffer.from('y'),
    }).bytes.toString(),
    'POST /v1/a?b=c\r\nX-A: b\r\nTransfer-Encoding: chunked\r\nX-B: c\r\n\r\nxy',
  )
  const root = { method: 'GET', target: '', headers: [] } as never
  const bytes = writeRaw({ host: 'a', basePath: '' }, root).bytes.toString()
  t.match(bytes, /^GET \/ HTTP/)
  const { after, mayWait, readsAll, judgedAs } = written({
    ...{ after: 'end', mayWait: true, readsAll: true, judgedAs: request },
  })
  t.same([after, mayWait, readsAll, judgedAs], ['end', true, true, request])
  t.equal(chunked(Buffer.from('abc'), 2).toString(), '2\r\nab\r\n1\r\nc\r\n0\r\n\r\n')
})
