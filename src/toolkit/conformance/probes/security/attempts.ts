import type { DescribedSecurityScheme } from '../../../generator/model/model.js'
import type { TestedContract } from '../../document/contract.js'
import { type SentRequest, withHeader, withQuery } from '../../exchange/request.js'
import { withCredential } from '../../requests/credentials.js'
import { wrongSecrets } from './wrong-secrets.js'

/** A request whose credential is missing or wrong. */
export interface Attempt {
  /** What is sent: `the token with another last character`. */
  readonly what: string
  readonly change: (request: SentRequest) => SentRequest
  /** Statuses beside 401 that refuse it as rightly. */
  readonly tolerated?: readonly number[]
  /** True if every operation is tried with it, not only the first one of its kind. */
  readonly isBasic?: boolean
}

/** Attempts to get in without the secret of a scheme, from a request that has all other credentials. */
export function attemptsAt(
  contract: TestedContract,
  scheme: DescribedSecurityScheme,
  secret: string,
): readonly Attempt[] {
  const none: Attempt = { what: 'no credential', change: (request) => request, isBasic: true }
  const local: Attempt = {
    what: 'no credential, but headers of a proxy',
    change: fromHere,
    tolerated: [400, 403],
  }
  const place = (other: string) => (request: SentRequest) =>
    withCredential(contract, scheme.name, request, other)
  if (scheme.type === 'mutualTLS') return []
  if (scheme.type === 'http' && scheme.scheme === 'basic')
    return [none, local, ...basic(secret, place)]
  const wrong = wrongSecrets(secret).map(({ what, secret: other, isBasic = false }): Attempt => {
    return { what: `the credential with ${what}`, change: place(other), isBasic }
  })
  if (scheme.type === 'apiKey') return [none, local, ...wrong, ...elsewhere(scheme, secret, place)]
  if (scheme.type === 'http' && scheme.scheme !== 'bearer') return [none, local]
  return [none, local, ...wrong.map(malformedToo), ...bearer(secret)]
}

/** A text that is no token is a malformed request as well (RFC 6750, section 3.1). */
function malformedToo(attempt: Attempt): Attempt {
  return /[\s'*[]/.test(attempt.what.split('the text ')[1] ?? '')
    ? { ...attempt, tolerated: [400] }
    : attempt
}

const authorization =
  (...values: string[]) =>
  (request: SentRequest): SentRequest => ({
    ...withHeader(request, 'Authorization', undefined),
    headers: [
      ...withHeader(request, 'Authorization', undefined).headers,
      ...values.map((value) => ['Authorization', value] as const),
    ],
  })

const header = (name: string, value: string) => (request: SentRequest) =>
  withHeader(request, name, value)

const query = (name: string, secret: string) => (request: SentRequest) =>
  withQuery(request, `${encodeURIComponent(name)}=${encodeURIComponent(secret)}`)

const cookie = (name: string, secret: string) => (request: SentRequest) => {
  const others = request.headers.filter(([each]) => /^cookie$/i.test(each)).map(([, text]) => text)
  return withHeader(
    request,
    'Cookie',
    [...others, `${name}=${encodeURIComponent(secret)}`].join('; '),
  )
}

/** What a client says of where it is proves nothing (RFC 7239, section 8.1). */
function fromHere({ headers, ...request }: SentRequest): SentRequest {
  const lines = [
    ['Forwarded', 'for=127.0.0.1'],
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Real-IP', '127.0.0.1'],
  ] as const
  return { ...request, headers: [...headers, ...lines] }
}

/** Statuses of a header that is malformed (RFC 6750, section 3.1). */
const MALFORMED = { tolerated: [400] }

const malformed = (what: string, ...values: string[]): Attempt => ({
  ...{ what, change: authorization(...values) },
  ...MALFORMED,
})

const EMPTY = malformed('an empty Authorization', '')

function bearer(secret: string): Attempt[] {
  return [
    { ...malformed('the scheme Basic', `Basic ${secret}`), isBasic: true },
    { ...malformed('an unknown scheme', `AAAAA ${secret}`), isBasic: true },
    malformed('the scheme Token', `Token ${secret}`),
    malformed('a scheme that begins with Bearer', `BearerX ${secret}`),
    malformed('the token without a scheme', secret),
    malformed('the scheme without a token', 'Bearer'),
    malformed('the scheme and the token without a space', `Bearer${secret}`),
    malformed('a colon after the scheme', `Bearer: ${secret}`),
    EMPTY,
    malformed('the token in quotes', `Bearer "${secret}"`),
    malformed('a word after the token', `Bearer ${secret} x`),
    malformed('a wrong token and a comma before the token', `Bearer x, Bearer ${secret}`),
    malformed('a list of a wrong token and the token', `Bearer x,${secret}`),
    malformed('a list of the token and a wrong token', `Bearer ${secret},x`),
    malformed('two headers, the wrong token first', 'Bearer x', `Bearer ${secret}`),
    {
      what: 'the token in Proxy-Authorization',
      change: header('Proxy-Authorization', `Bearer ${secret}`),
    },
    { what: 'the token in X-Authorization', change: header('X-Authorization', `Bearer ${secret}`) },
    ...['X-API-Key', 'X-Auth-Token', 'X-Access-Token'].map((name) => ({
      what: `the token in ${name}`,
      change: header(name, secret),
    })),
    { what: 'the token in the query', change: query('access_token', secret), ...MALFORMED },
    { what: 'the token in a cookie', change: cookie('access_token', secret) },
    { what: 'the header in a cookie', change: cookie('Authorization', `Bearer ${secret}`) },
  ]
}

/** A key where the document does not say that it stands. */
function elsewhere(
  { in: place, parameter = '' }: DescribedSecurityScheme,
  secret: string,
  put: (secret: string) => Attempt['change'],
): Attempt[] {
  const all: (Attempt & { readonly at?: string })[] = [
    { what: 'an empty key', change: put('') },
    { what: 'the key in the query', change: query(parameter, secret), ...MALFORMED, at: 'query' },
    { what: 'the key in a header', change: header(parameter, secret), at: 'header' },
    { what: 'the key in a cookie', change: cookie(parameter, secret), at: 'cookie' },
    malformed('the key as a bearer token', `Bearer ${secret}`),
    { what: 'the key in a header of another name', change: header('X-Other-Key', secret) },
  ]
  return all.filter(({ at }) => at !== place)
}

function basic(secret: string, put: (secret: string) => Attempt['change']): Attempt[] {
  const [user = '', password = ''] = secret.split(/:(.*)/s)
  const wrong = wrongSecrets(password).map(({ what, secret: other, isBasic = false }): Attempt => {
    return { what: `the password with ${what}`, change: put(`${user}:${other}`), isBasic }
  })
  const coded = Buffer.from(secret).toString('base64')
  return [
    ...wrong,
    { what: 'another user', change: put(`x${user}:${password}`) },
    { what: 'an empty password', change: put(`${user}:`) },
    { what: 'neither user nor password', change: put(':') },
    { what: 'the user alone', change: put(user), ...MALFORMED },
    malformed('text that is not base64', `Basic ${secret}`),
    { ...malformed('the scheme Bearer', `Bearer ${coded}`), isBasic: true },
    malformed('no scheme', coded),
    EMPTY,
  ]
}
