/** Faults at bearer tokens. */

import { Failure } from '../../kernel/failure.js'
import type { Call, Points, Principal } from '../../kernel/points.js'
import { type Fault, faultsOf, takes, wraps } from '../fault.js'
import type { Sample } from '../shared.js'

const letsIn = (sample: Sample, token: string, isIn: (call: Call) => boolean) =>
  wraps('authenticate', (authenticate, p) => (call) => {
    if (call.operation.id !== sample.operation || !isIn(call)) return authenticate(call)
    call.principal = p.principalOf(token) as Principal
  })

const looksUp = (find: (token: string) => boolean, token: string) =>
  takes('principalOf', (given) => [find(given) ? token : given])

const decoded = (text: string) =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Looks at credentials later than it should. */
export const authenticatesBefore = (step: Points['steps'][number]) => (p: Points) => {
  p.steps = p.steps.flatMap((each) => {
    if (each === 'authenticate' || each === 'authorize') return []
    return each === step ? (['authenticate', 'authorize', each] as const) : each
  })
}

const AUTH_FAULTS = `
  open | No credential is needed. | security
  any-token | Any token is accepted. | security
  truncated-token | A token that begins like the right one is accepted. | security
  extended-token | A token with more after it is accepted. | security
  token-inside | A token with something around it is accepted. | security
  token-of-same-length | Any token of the right length is accepted. | security
  well-known-token | The token null is accepted. | security
  token-of-prototype | Tokens are looked up in an object that inherits members. | security
  token-percent-decoded | A token is percent-decoded. | security
  token-in-base64 | A token is accepted in base64, too. | security
  open-to-this-machine | Who says that the request is of this machine needs no credential. | security
  open-in-chunks | A body in chunks needs no credential. | security
  open-to-http-1.0 | HTTP/1.0 needs no credential. | security
  jwt-without-signature | A JWT without a signature is accepted. | security
  other-scheme | The scheme of the credential is not looked at. | security: scheme
  basic-accepted | The token is accepted as a password, too. | security: scheme
  no-scheme | The token is accepted without a scheme. | security: scheme
  scheme-only | The scheme is accepted without a token. | security
  word-after-token | What follows the token is not looked at. | security
  token-in-list | A list of tokens is let in that has the right one. | security
  scheme-case-matters | The scheme in small letters is refused. | RFC 9110, section 11.1
  token-in-query | The token is accepted in the query. | security: in
  token-in-cookie | The token is accepted in a cookie. | security: in
  token-in-other-header | The token is accepted in X-Auth-Token. | security: in
  no-challenge | A 401 has no challenge. | RFC 9110, section 15.5.2 | error 401: {headers: {}}
  other-challenge | The challenge of a 401 is of another scheme. | RFC 6750, section 3 | always challenge: Basic realm="shop"
  401-is-403 | Without a credential the answer is 403. | RFC 9110, section 15.5.2 | error 401: {status: 403}
  401-as-text | A 401 is plain text. | error body | error 401: {text: Unauthorized}
  body-before-credential | The body is validated before the credential. | order: credential first
  json-before-credential | The body is parsed before the credential is looked at. | order: credential first
  media-type-before-credential | The media type is looked at before the credential. | order: credential first
  token-echoed | The answer to a wrong token has it in its text. | no leak: token
`

export function authFaults(sample: Sample, token: string): Fault[] {
  const lets = (isIn: (call: Call) => boolean) => letsIn(sample, token, isIn)
  const letsBy = (name: string, isRight: (value: string) => boolean) =>
    lets(({ headers }) => isRight(headers[name] ?? ''))
  const letsAs = (isRight: (given: string) => boolean) => letsBy('authorization', isRight)
  const looks = (find: (given: string) => boolean) => looksUp(find, token)
  return faultsOf('security', AUTH_FAULTS, {
    open: lets(() => true),
    'any-token': looks(() => true),
    'truncated-token': looks((each) => each !== '' && token.startsWith(each)),
    'extended-token': looks((each) => each.startsWith(token)),
    'token-inside': looks((each) => each.includes(token)),
    'token-of-same-length': looks((each) => each.length === token.length),
    'well-known-token': looks((each) => ['null', 'undefined'].includes(each)),
    'token-of-prototype': looks((each) => each in {}),
    'token-percent-decoded': letsAs((given) => decoded(given) === `Bearer ${token}`),
    'token-in-base64': looks((each) => Buffer.from(each, 'base64').toString() === token),
    'open-to-this-machine': letsBy('x-forwarded-for', (address) => address === '127.0.0.1'),
    'open-in-chunks': letsBy('transfer-encoding', (coding) => coding !== ''),
    'open-to-http-1.0': lets(({ request }) => request.httpVersion === '1.0'),
    'jwt-without-signature': looks((each) => /^eyJ[\w-]+\.[\w-]+\.$/.test(each)),
    'other-scheme': letsAs((given) => given.endsWith(` ${token}`)),
    'basic-accepted': letsAs((given) => /^basic /i.test(given)),
    'no-scheme': letsAs((given) => given === token),
    'scheme-only': letsAs((given) => /^bearer *$/i.test(given)),
    'word-after-token': letsAs((given) => given.startsWith(`Bearer ${token}`)),
    'token-in-list': letsAs((given) => given.slice(7).split(',').includes(token)),
    'scheme-case-matters': (p) => {
      const { bearerAuth } = p.schemes
      p.schemes.bearerAuth = (call) => {
        const isOther = !/^Bearer/.test(call.headers.authorization ?? 'Bearer')
        const headers = { 'WWW-Authenticate': 'Bearer' }
        if (isOther) throw new Failure(401, 'The scheme is not known.', { headers })
        return bearerAuth?.(call)
      }
    },
    'token-in-query': lets(({ query }) => query.includes(token)),
    'token-in-cookie': letsBy('cookie', (cookies) => cookies.includes(token)),
    'token-in-other-header': letsBy('x-auth-token', (given) => given === token),
    'body-before-credential': authenticatesBefore('handle'),
    'json-before-credential': authenticatesBefore('validateBody'),
    'media-type-before-credential': authenticatesBefore('readBody'),
    'token-echoed': takes('errorAnswer', (failure, call) => {
      const sent = call?.headers.authorization
      if (failure.status !== 401 || sent === undefined) return [failure, call]
      const { headers } = failure
      return [new Failure(401, `${sent} is not accepted.`, { headers }), call]
    }),
  })
}
