import t from 'tap'
import { parseChallenges } from '#toolkit/conformance/judge/challenges.js'
import { objectOf, tableOf } from '../../../helpers/rows.js'
import { foundAt } from './judged.js'

t.test('challenges of a header', async (t) => {
  const right: [text: string, ...challenges: [scheme: string, parameters: object][]][] = [
    ['Bearer', ['bearer', {}]],
    ['Basic realm="a, b"', ['basic', { realm: 'a, b' }]],
    [
      'Bearer realm="a\\"b", error=invalid_token',
      ['bearer', { realm: 'a"b', error: 'invalid_token' }],
    ],
    ['Negotiate, Basic realm="x"', ['negotiate', {}], ['basic', { realm: 'x' }]],
    ['Basic realm="x" , Bearer', ['basic', { realm: 'x' }], ['bearer', {}]],
    ['Negotiate YWJj==', ['negotiate', {}]],
    ['Negotiate YWJj, Bearer', ['negotiate', {}], ['bearer', {}]],
    ['Negotiate YWJj== ,, Bearer', ['negotiate', {}], ['bearer', {}]],
    ['Negotiate YWJj== ', ['negotiate', {}]],
    ['Bearer scope = "a"', ['bearer', { scope: 'a' }]],
    [', Bearer realm=x ,', ['bearer', { realm: 'x' }]],
    ['Bearer  ', ['bearer', {}]],
  ]
  for (const [text, ...all] of right) {
    const expected = all.map(([scheme, parameters]) => ({ scheme, parameters }))
    t.same(parseChallenges(text), expected, text)
  }
  for (const text of [
    ...['', ',', '"x"', 'Basic realm="x', 'Bearer a=1 b=2', 'Bearer a=1, a=2', 'Bearer; a=1'],
    'Bearer @',
  ])
    t.equal(parseChallenges(text), undefined, text)
})

const CHALLENGES = tableOf<
  [what: string, security: object[], challenge: string | string[] | null, ...found: string[]]
>(`
  of the scheme | [{token: []}] | bearer realm="x"
  of one of two schemes | [{token: []}, {user: []}] | Basic realm="x"
  one of two | [{token: []}] | ['Basic realm="x"', Bearer]
  of another scheme | [{token: []}] | Basic realm="x" | 'challenge: a challenge of the scheme bearer'
  of a third scheme | [{token: []}, {user: []}] | Digest a=b | 'challenge: a challenge of the scheme bearer or basic'
  of OAuth | [{oauth: []}] | DPoP a=b
  of OpenID | [{open: []}] | Bearer
  a key has no scheme of HTTP | [{key: []}] | ApiKey
  a key beside a scheme | [{token: []}, {key: []}] | ApiKey
  no security | [] | ApiKey
  no scheme is named | [{bare: []}] | Any
  the scheme is not declared | [{nowhere: []}] | Any
  none | [{token: []}] | null | 'challenge: WWW-Authenticate with a challenge'
  malformed | [{token: []}] | Bearer realm="x | 'challenge: a challenge: a scheme and its parameters, parted by commas'
`)

t.test('the challenge of a 401 fits the document', async (t) => {
  const securitySchemes = objectOf(`
    token: { type: http, scheme: Bearer }
    user: { type: http, scheme: basic }
    key: { type: apiKey, in: header, name: X-Key }
    bare: { type: http }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://a.example/', scopes: {} } } }
    open: { type: openIdConnect, openIdConnectUrl: 'https://a.example/' }
  `)
  const judged = (security: object[], challenge?: string | string[]) => {
    const headers = challenge === undefined ? {} : { 'www-authenticate': challenge }
    const more = { operation: { security }, components: { securitySchemes } }
    return foundAt({ default: { description: 'd' } }, { status: 401, headers }, more).map(
      ({ check, expected }) => `${check}: ${expected}`,
    )
  }
  for (const [what, security, challenge, ...found] of CHALLENGES)
    t.same(judged(security, challenge ?? undefined), found, what)
})
