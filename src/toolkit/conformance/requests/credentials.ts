import type { SecurityScheme } from '../../openapi/security.js'
import type { Operation, TestedContract } from '../document/contract.js'
import { isKeyOf } from '../document/keys.js'
import { type SentRequest, withHeader } from '../exchange/request.js'
import { parametersOf } from './parts.js'

/** Secrets by the names of security schemes: a token, a key, or `user:password` of `basic`. */
export type Credentials = Readonly<Record<string, string>>

/** The credentials, with one secret for each scheme that has none and that takes a single one. */
export function withToken(
  { model }: TestedContract,
  credentials: Credentials,
  token: string | undefined,
): Credentials {
  if (token === undefined) return credentials
  const single = model.securitySchemes.filter(({ scheme }) => scheme !== 'basic')
  return { ...Object.fromEntries(single.map(({ name }) => [name, token])), ...credentials }
}

/** The first alternative of an operation's security for which there are all credentials. */
export function satisfiable(
  { security }: Operation,
  credentials: Credentials,
): readonly string[] | undefined {
  if (security.length === 0) return []
  const found = security.find((alternative) =>
    Object.keys(alternative).every((name) => Object.hasOwn(credentials, name)),
  )
  return found && Object.keys(found)
}

/** True if the operation may be used without credentials. */
export function isOpen({ security }: Operation): boolean {
  return security.length === 0 || security.some((each) => Object.keys(each).length === 0)
}

export function authenticated(
  contract: TestedContract,
  operation: Operation,
  request: SentRequest,
  credentials: Credentials,
): SentRequest {
  const needed = satisfiable(operation, credentials) ?? []
  const names = new Set([...needed, ...keysOf(contract, operation, credentials)])
  return [...names].reduce(
    (each, name) => withCredential(contract, name, each, credentials[name] as string),
    request,
  )
}

/** The schemes of other alternatives whose keys are parameters of the operation. */
function keysOf(
  contract: TestedContract,
  operation: Operation,
  credentials: Credentials,
): readonly string[] {
  const names = operation.security.flatMap((each) => Object.keys(each))
  return names.filter((name) => {
    const scheme = contract.scheme(name) as SecurityScheme
    const isParameter = parametersOf(operation).some((each) => isKeyOf(scheme, each))
    return Object.hasOwn(credentials, name) && isParameter
  })
}

/** The request with the secret of one scheme, where the document says that it stands. */
export function withCredential(
  contract: TestedContract,
  name: string,
  request: SentRequest,
  secret: string,
): SentRequest {
  const { type, scheme, in: place, parameter } = contract.scheme(name) as SecurityScheme
  // A key without a place stands where any other secret does.
  if (place !== undefined) return withKey(request, place, parameter as string, secret)
  if (type === 'http' && scheme === 'basic') {
    return withHeader(request, 'Authorization', `Basic ${Buffer.from(secret).toString('base64')}`)
  }
  if (type === 'mutualTLS') return request
  return withHeader(request, 'Authorization', `Bearer ${secret}`)
}

function withKey(
  request: SentRequest,
  place: 'header' | 'query' | 'cookie',
  parameter: string,
  secret: string,
): SentRequest {
  if (place === 'header') return withHeader(request, parameter, secret)
  if (place === 'cookie') {
    const cookie = request.headers.find(([name]) => name === 'Cookie')?.[1]
    const own = `${parameter}=${encodeURIComponent(secret)}`
    return withHeader(request, 'Cookie', cookie === undefined ? own : `${cookie}; ${own}`)
  }
  const [path = '', ...rest] = request.target.split('?')
  const name = `${encodeURIComponent(parameter)}=`
  const others = rest
    .join('?')
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith(name))
  return {
    ...request,
    target: `${path}?${[...others, name + encodeURIComponent(secret)].join('&')}`,
  }
}
