import t from 'tap'
import {
  authentication,
  otherCredentials,
} from '#toolkit/conformance/probes/security/authentication.js'
import { authenticationFirst } from '#toolkit/conformance/probes/security/authentication-first.js'
import { authorization } from '#toolkit/conformance/probes/security/authorization.js'
import { wrongSecrets } from '#toolkit/conformance/probes/security/wrong-secrets.js'
import { CREDENTIALS } from './helpers/document.js'
import { runProbes } from './helpers/run-probe.js'
import type { Call, Parts } from './helpers/server.js'

const bearer = ({ headers }: Call) => /^bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

const sorted = (text: string) => [...text].sort().join('')

/** The server lets in for a scheme under another condition, too. */
const letsIn =
  (scheme: string, when: (call: Call) => boolean) =>
  ({ credentials }: Parts): Partial<Parts> => ({
    credentials: (call) => [...credentials(call), ...(when(call) ? [scheme] : [])],
  })

t.test('a server that checks credentials as documented', async (t) => {
  const probes = [authentication, otherCredentials, authenticationFirst, authorization]
  const { violations, notes, kit } = await runProbes(t, probes)
  t.same(violations, [])
  t.same(notes, ['The challenge to a wrong token has no invalid_token (RFC 6750, 3.1).'])
  t.ok(kit.coverage.requests > 150)
})

/** Each fault is found by an attempt that is named here, among others. */
const faults: Record<string, readonly [found: string, fault: (parts: Parts) => Partial<Parts>]> = {
  'everybody is let in': ['authentication: no credential (token)', letsIn('token', () => true)],
  'any token': [
    'authentication: the credential with another last character (token)',
    letsIn('token', (call) => bearer(call) !== ''),
  ],
  'the start of a token': [
    'authentication: the credential with no last character (token)',
    letsIn(
      'token',
      (call) => bearer(call).length > 3 && CREDENTIALS.token.startsWith(bearer(call)),
    ),
  ],
  'a longer token': [
    'authentication: the credential with one more character (token)',
    letsIn('token', (call) => bearer(call).startsWith(CREDENTIALS.token)),
  ],
  'names of a prototype': [
    'authentication: the credential with the text constructor (token)',
    letsIn('token', (call) => bearer(call) in {}),
  ],
  'a token in any case': [
    'authentication: the credential with the case of its letters swapped (token)',
    letsIn('token', (call) => bearer(call).toLowerCase() === CREDENTIALS.token),
  ],
  'a token that is decoded': [
    'authentication: the credential with its first character percent-encoded (token)',
    letsIn('token', (call) => bearer(call).replace('%74', 't') === CREDENTIALS.token),
  ],
  'a token in base64': [
    'authentication: the credential with its base64 (token)',
    letsIn('token', (call) => String(Buffer.from(bearer(call), 'base64')) === CREDENTIALS.token),
  ],
  'the characters of a token': [
    'authentication: the credential with its characters in another order (token)',
    letsIn('token', (call) => sorted(bearer(call)) === sorted(CREDENTIALS.token)),
  ],
  'everybody on this machine': [
    'authentication: no credential, but headers of a proxy (token)',
    letsIn('token', ({ headers }) => headers['x-forwarded-for'] === '127.0.0.1'),
  ],
  'another scheme': [
    'authentication: an unknown scheme (token)',
    letsIn(
      'token',
      ({ headers }) => headers.authorization?.endsWith(` ${CREDENTIALS.token}`) === true,
    ),
  ],
  'a token in the query': [
    'authentication: the token in the query (token)',
    letsIn('token', ({ url }) => url.searchParams.get('access_token') === CREDENTIALS.token),
  ],
  'a token in a cookie': [
    'authentication: the token in a cookie (token)',
    letsIn('token', ({ headers }) => headers.cookie?.includes(CREDENTIALS.token) === true),
  ],
  'an unsigned JWT': [
    'authentication: the credential with a JWT of the algorithm none (token)',
    letsIn('token', (call) => bearer(call).startsWith('eyJ')),
  ],
  'the second of two headers': [
    'authentication: two headers, the wrong token first (token)',
    letsIn('token', ({ request }) => request.rawHeaders.includes(`Bearer ${CREDENTIALS.token}`)),
  ],
  'a key in the query': [
    'authentication: the key in the query (key)',
    letsIn('key', ({ url }) => url.searchParams.get('X-Key') === CREDENTIALS.key),
  ],
  'a key in a header that belongs in the query': [
    'authentication: the key in a header (query)',
    letsIn('query', ({ headers }) => headers.key === CREDENTIALS.query),
  ],
  'one of two credentials': ['authentication: no credential (query)', letsIn('query', () => true)],
  'a user without a password': [
    'authentication: an empty password (user)',
    letsIn('user', ({ headers }) => {
      const coded = headers.authorization?.split(' ')[1] ?? ''
      return Buffer.from(coded, 'base64').toString() === 'somebody:'
    }),
  ],
  'a scheme that the operation does not name': [
    'authentication: the credential of key, which the operation does not name',
    letsIn('token', ({ headers }) => headers['x-key'] === CREDENTIALS.key),
  ],
  'a scheme in one case only': [
    'credentials-accepted: the name of the scheme in lower case (token)',
    ({ credentials }) => ({
      credentials: (call) =>
        /^[a-z]/.test(call.headers.authorization ?? '') ? [] : credentials(call),
    }),
  ],
  'an alternative that is refused': [
    'credentials-accepted: the credentials of oauth',
    ({ credentials }) => ({
      credentials: (call) => credentials(call).filter((each) => each !== 'oauth'),
    }),
  ],
  'an open operation that asks for credentials': [
    'credentials-accepted: no credential, where none is needed',
    ({ error, challenge }) => ({ open: () => error(401, challenge()) }),
  ],
  'no challenge': ['challenge: no credential (token)', () => ({ challenge: () => ({}) })],
  'another status': [
    'authentication: no credential (token)',
    ({ error }) => ({ error: (status, headers) => error(status === 401 ? 403 : status, headers) }),
  ],
}

/** The operation by which the attempts at a scheme are shown. */
const OPERATIONS: Readonly<Record<string, string>> = {
  key: 'listThings',
  query: 'getBoth',
  token: 'createThing',
  user: 'getFile',
}

for (const [name, [found, fault]] of Object.entries(faults)) {
  t.test(name, async (t) => {
    const [, scheme = ''] = /\((\w+)\)$/.exec(found) ?? []
    const others = found.endsWith('oauth') ? 'listThings' : 'createThing'
    const only = [OPERATIONS[scheme] ?? others, 'getOpen']
    const probes = [authentication, otherCredentials]
    const { violations } = await runProbes(t, probes, fault, { only })
    t.ok(violations.includes(found), violations.join('\n'))
  })
}

t.test('HEAD without a credential', async (t) => {
  const { violations } = await runProbes(
    t,
    [authentication],
    ({ route }) => ({
      route: (call) => (call.method === 'HEAD' ? { status: 200 } : route(call)),
    }),
    { only: ['getFile'] },
  )
  t.same(violations, ['authentication: HEAD /file without a credential'])
})

t.test('a token that comes back is found', async (t) => {
  const { violations } = await runProbes(t, [authentication], ({ error }) => {
    let last = ''
    return {
      credentials: ({ headers }) => {
        last = headers.authorization ?? ''
        return []
      },
      error: (status, headers) => ({
        ...error(status, headers),
        body: JSON.stringify({ failure: last }),
      }),
    }
  })
  t.ok(violations.includes('leak: the credential with another last character (token)'))
})

t.test('error codes of challenges are worth a note', async (t) => {
  const challenge = () => ({ 'WWW-Authenticate': 'Bearer error="invalid_token", Basic realm="x"' })
  const { violations, notes } = await runProbes(t, [authentication], () => ({ challenge }))
  t.same(violations, [])
  t.same(notes, ['The challenge has an error code though there was no credential (RFC 6750, 3.1).'])
})

t.test('a limit of attempts ends them', async (t) => {
  const { violations, notes } = await runProbes(t, [authentication], ({ error }) => ({
    error: (status, headers) => error(status === 401 ? 429 : status, headers),
  }))
  t.same(violations, [])
  t.match(notes, ['The server limits attempts with wrong credentials: not all were tried.'])
})

t.test('requests that are wrong otherwise, without a credential', async (t) => {
  const early = (when: (call: Call) => boolean, status: number) =>
    runProbes(
      t,
      [authenticationFirst],
      ({ route, error }) => ({ route: (call) => (when(call) ? error(status) : route(call)) }),
      { only: ['createThing', 'listThings', 'getThing'] },
    )
  const isCreate = ({ method, url }: Call) => method === 'POST' && url.pathname === '/things'
  const json = await early((call) => isCreate(call) && call.body.toString() === '{"', 400)
  t.same(json.violations, [])
  t.match(json.notes, ['Without a credential, a body that is not JSON is answered with 400.'])
  const schema = await early((call) => isCreate(call) && call.body.toString() === '{}', 400)
  t.same(schema.violations, [
    'authentication-first: no credential, and a body that its schema refuses',
  ])
  const large = await early((call) => call.body.length > 1_000_000, 400)
  t.same(large.violations, ['authentication-first: no credential, and a body of 2000000 bytes'])
  const refused = await early((call) => call.body.length > 1_000_000, 413)
  t.same(refused.violations, [])
  const media = await early(({ headers }) => headers['content-type'] === 'application/x-none', 415)
  t.same(media.violations, [
    'authentication-first: no credential, and a media type that is not documented',
  ])
  const limit = await early(({ url }) => url.searchParams.get('limit') === 'x', 400)
  t.same(limit.violations, [
    'authentication-first: no credential, and the query parameter limit is no number',
  ])
  const id = await early(({ url }) => url.pathname === '/things/x', 404)
  t.same(id.violations, [])
})

const other = (token: string, scopes: string[], isForeign: boolean) => ({
  ...{ scheme: 'oauth', token: `${token}-0123456789`, scopes, isForeign },
  ...(isForeign && { user: 'two' }),
})
const reader = other('reader', ['read'], false)
const stranger = other('other', ['read', 'write'], true)

t.test('scopes and users', async (t) => {
  const run = (fault?: (parts: Parts) => Partial<Parts>) =>
    runProbes(t, [authorization], fault, { others: [reader, stranger] })
  t.same((await run()).violations, [])
  const all = await run(({ credentials }) => ({
    credentials: (call) => (bearer(call).endsWith('-0123456789') ? ['oauth'] : credentials(call)),
  }))
  t.same(all.violations, [
    'authorization: the credential of two at what somebody else has created',
    'authorization: a credential of oauth with the scopes read',
  ])
  const none = await run(({ error }) => ({
    error: (status, headers) => error(status === 404 ? 403 : status, headers),
    credentials: ({ headers }) => (headers.authorization?.includes('reader') ? [] : ['oauth']),
  }))
  t.match(none.violations, ['credentials-accepted: a credential of oauth with the scopes read'])
})

t.test('a credential of which no scopes are known', async (t) => {
  const { scopes: _, ...unknown } = reader
  const { violations } = await runProbes(t, [authorization], undefined, { others: [unknown] })
  t.same(violations, [])
})

t.test('secrets near a token of JSON', async (t) => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl'
  const secrets = wrongSecrets(token).map(({ secret }) => secret)
  t.ok(secrets.includes('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.'))
  t.ok(secrets.includes('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.'))
  t.notOk(secrets.includes(token))
})
