import t from 'tap'
import { authentication } from '#toolkit/conformance/probes/security/authentication.js'
import { authorization } from '#toolkit/conformance/probes/security/authorization.js'
import { wrongSecrets } from '#toolkit/conformance/probes/security/wrong-secrets.js'
import type { Asked } from '../helpers/stub-app.js'
import { runStub } from './probed.js'

const credentials = {
  token: 'token-0123456789abcdef',
  user: 'somebody:password-0123456789',
  query: 'query-0123456789abcdef',
}

const basic = (text: string) => `basic ${Buffer.from(text).toString('base64')}`
const given = ({ headers }: Asked) => String(Object(headers).authorization ?? '')
const bearer = (asked: Asked) => given(asked).replace(/^bearer /i, '')

const RIGHT: Readonly<Record<keyof typeof credentials, (asked: Asked) => boolean>> = {
  token: (asked) => /^bearer /i.test(given(asked)) && bearer(asked) === credentials.token,
  user: (asked) => given(asked).replace(/^basic/i, 'basic') === basic(credentials.user),
  query: ({ query }) => `${query.getAll('key')}` === credentials.query,
}

/** Probes an operation that needs all of some schemes, and lets in others, too. */
async function probed(needs: string, letsIn: (asked: Asked) => boolean = () => false) {
  const schemes = needs.split(' ') as (keyof typeof credentials)[]
  const security = needs === '' ? '' : `{${schemes.map((each) => `${each}: []`)}}`
  const isIn = (asked: Asked) => needs !== '' && schemes.every((each) => RIGHT[each](asked))
  return runStub(
    authentication,
    `GET /a | {security: [${security}], 200: null, 401: null}`,
    (asked) => {
      const headers = { 'www-authenticate': 'Bearer, Basic realm="things"' }
      return isIn(asked) || letsIn(asked) ? { status: 200 } : { status: 401, headers }
    },
    { credentials },
  )
}

const found = async (...args: Parameters<typeof probed>) => (await probed(...args)).what

t.test('who checks credentials of each scheme is not blamed', async (t) => {
  for (const needs of ['token', 'user', 'query', 'token query']) t.same(await found(needs), [])
})

t.test('who lets in by a secret that several schemes have is not blamed', async (t) => {
  const secret = credentials.token
  const keyOf = ({ query, headers }: Asked) =>
    [
      ...query.getAll('key'),
      ...Object.entries(headers).flatMap(([name, value]) =>
        /^x-api-key$/i.test(name) ? value : [],
      ),
    ].join()
  const isIn = (asked: Asked) => RIGHT.token(asked) || keyOf(asked) === secret
  const { what } = await runStub(
    authentication,
    'GET /a | {security: [{token: []}, {query: []}, {header: []}], 200: null, 401: null}',
    (asked) => ({ status: isIn(asked) ? 200 : 401 }),
    { credentials: { token: secret, oauth: secret, query: secret, header: secret } },
  )
  t.same(
    what.filter((each) => !each.startsWith('challenge')),
    [],
  )
})

const sorted = (text: string) => [...text].sort().join('')

const FAULTS: Record<string, [needs: string, letsIn: (asked: Asked) => boolean, told: string]> = {
  'a token in any case': [
    'token',
    (asked) => bearer(asked).toLowerCase() === credentials.token,
    'the credential with the case of its letters swapped (token)',
  ],
  'the characters of a token': [
    'token',
    (asked) => sorted(bearer(asked)) === sorted(credentials.token),
    'the credential with its characters in another order (token)',
  ],
  'the second of two headers': [
    'token',
    (asked) => given(asked).endsWith(`,Bearer ${credentials.token}`),
    'two headers, the wrong token first (token)',
  ],
  'a key in a header that belongs in the query': [
    'query',
    ({ headers }) => Object(headers).key === credentials.query,
    'the key in a header (query)',
  ],
  'one of two credentials': ['token query', RIGHT.token, 'no credential (query)'],
  'a user without a password': [
    'user',
    (asked) => given(asked) === basic('somebody:').replace('basic', 'Basic'),
    'an empty password (user)',
  ],
}

for (const [does, [needs, letsIn, told]] of Object.entries(FAULTS)) {
  t.test(`${does} is found to be enough`, async (t) => {
    const all = await found(needs, letsIn)
    t.ok(all.includes(`authentication: ${told}`), all.join('\n'))
  })
}

t.test('an open operation that asks for a credential is found', async (t) => {
  const told = 'credentials-accepted: no credential, where none is needed'
  t.ok((await found('', RIGHT.token)).includes(told))
  t.same(await found(''), [], 'a login may refuse what its body says')
  const login = 'POST /a | {security: [], 200: null, 403: null}'
  const { what } = await runStub(authentication, login, () => ({ status: 403 }), { credentials })
  t.same(what, [], 'with the status that it documents')
})

t.test('of what has unknown scopes, or another user, nothing is said', async (t) => {
  const told = async (status: number, isForeign: boolean, scopes?: string[]) => {
    const paths = 'GET /a/{id} | {security: [{token: [write]}], 200: null, 403: null}'
    const others = [{ scheme: 'token', token: 'reader-0123456789', isForeign, scopes }]
    const settings = { credentials, others } as never
    return (await runStub(authorization, paths, () => ({ status }), settings)).told
  }
  t.same(await told(200, false), [])
  t.same(await told(403, true, ['write']), [])
  t.match(await told(403, false, ['write']), [/^credentials-accepted: /])
})

t.test('secrets near a token of JSON', async (t) => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl'
  const secrets = wrongSecrets(token).map(({ secret }) => secret)
  t.ok(secrets.includes('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.'))
  t.ok(secrets.includes('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.'))
  t.notOk(secrets.includes(token))
})
