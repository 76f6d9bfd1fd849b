import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SecurityRequirements, SecurityScheme } from '../../openapi/security.js'
import type { Contract } from '../contract/contract.js'
import { ContractError, errors } from '../errors/contract-error.js'
import { challenge, REALM, refusal } from './credentials.js'
import type { NoPrincipal, Principals, SecurityHandler, SecurityHandlers } from './security.js'

export type SchemeHandlers = ReadonlyMap<
  string,
  { readonly scheme: SecurityScheme; readonly handler: SecurityHandlers[string] }
>

/**
 * The principals of the first requirement that a request satisfies. An empty one (`{}`) admits a
 * request that satisfies no other. Else the most specific refusal is thrown, with the challenges of
 * all.
 */
export async function authenticate(
  requirements: SecurityRequirements,
  handlers: SchemeHandlers,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principals> {
  const needed = requirements.filter((requirement) => Object.keys(requirement).length > 0)
  const refusals: ContractError[] = []
  for (const requirement of needed) {
    try {
      return await satisfy(requirement, handlers, request, reply)
    } catch (error) {
      if (!(error instanceof ContractError) || error.statusCode >= 500) throw error
      refusals.push(error)
    }
  }
  if (refusals.length > 0 && needed.length === requirements.length) throw mostSpecific(refusals)
  return {}
}

async function satisfy(
  requirement: SecurityRequirements[number],
  handlers: SchemeHandlers,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principals> {
  const principals: [string, unknown][] = []
  for (const [name, scopes] of Object.entries(requirement)) {
    // serve() requires a handler for each scheme.
    const { scheme, handler } = handlers.get(name) as NonNullable<ReturnType<SchemeHandlers['get']>>
    const returned = await handler.authenticate(request, reply, scopes, scheme)
    const principal = requirePrincipal(returned, scheme)
    checkScopes(principal, scopes, scheme)
    principals.push([name, principal])
  }
  return Object.fromEntries(principals)
}

/** The most specific refusal, with the challenges of all; the first one of several. */
function mostSpecific(refusals: readonly ContractError[]): ContractError {
  const most = Math.max(...refusals.map(specificity))
  const refusal = refusals.find((each) => specificity(each) === most) as ContractError
  if (refusal.statusCode !== 401 || refusals.length === 1) return refusal
  const challenges = refusals.flatMap(({ headers }) => headers['www-authenticate'] ?? [])
  // RFC 9110, section 11.6.1: one header may hold several challenges.
  const headers = { ...refusal.headers, 'www-authenticate': [...new Set(challenges)].join(', ') }
  const { body, cause } = refusal
  return new ContractError(body, { headers, ...(cause !== undefined && { cause }) })
}

/**
 * Rank of a refusal: a client with an accepted credential learns what it lacks, one with a wrong
 * credential that it is wrong. A certificate cannot be requested here.
 */
function specificity({ body, statusCode }: ContractError): number {
  if (body.error === errors.certificateRequired.error) return 0
  if (body.error === errors.missingCredentials.error) return 1
  return statusCode === 403 ? 3 : 2
}

/** The security handlers of a contract's schemes, all of which are required. */
export function schemeHandlersOf(contract: Contract, given: SecurityHandlers): SchemeHandlers {
  const handlers = contract.securitySchemes.map((scheme) => {
    const { name } = scheme
    const handler = given[name]
    if (typeof handler?.authenticate !== 'function') {
      const rule = `no security handler for ${name}; add security.${name}`
      throw new TypeError(`${contract.title}: ${rule}`)
    }
    return [name, { scheme, handler }] as const
  })
  return new Map(handlers)
}

/** Prepares each handler once, also if it serves several schemes. */
export async function prepareSchemeHandlers(
  app: FastifyInstance,
  handlers: SchemeHandlers,
): Promise<void> {
  const schemes = new Map<SecurityHandler, SecurityScheme[]>()
  for (const { handler, scheme } of handlers.values()) {
    schemes.set(handler, [...(schemes.get(handler) ?? []), scheme])
  }
  for (const [handler, its] of schemes) await handler.prepare?.(app, its)
}

/** The returned principal. @throws {ContractError} if a handler has not returned one. */
export function requirePrincipal<Principal>(
  principal: Principal | NoPrincipal,
  scheme: SecurityScheme,
): Principal {
  if (principal !== undefined && principal !== null && principal !== false) return principal
  const challenged = challengeOf(scheme)
  if (challenged === undefined) throw new ContractError(errors.certificateRequired)
  throw refusal(errors.invalidCredentials, challenged)
}

/** The challenge of a scheme; HTTP has none for client certificates. */
function challengeOf({ name, type, scheme, in: place, parameter }: SecurityScheme) {
  if (type === 'mutualTLS') return undefined
  if (type === 'apiKey') {
    return challenge('ApiKey', { ...REALM, in: String(place), name: String(parameter) })
  }
  const isBearer = type === 'oauth2' || type === 'openIdConnect' || scheme === 'bearer'
  if (isBearer) return challenge('Bearer', { ...REALM, error: 'invalid_token' })
  return challenge(scheme ?? name, REALM)
}

/** @throws {ContractError} 403 if a scope is missing (RFC 6750, section 3.1, has a challenge). */
function checkScopes(
  principal: unknown,
  scopes: readonly string[],
  { type, scheme }: SecurityScheme,
): void {
  const granted = grantedTo(principal)
  if (scopes.every((scope) => granted.has(scope))) return
  const isBearer = type === 'oauth2' || type === 'openIdConnect' || scheme === 'bearer'
  const parameters = { ...REALM, error: 'insufficient_scope', scope: scopes.join(' ') }
  if (isBearer) throw refusal(errors.insufficientScope, challenge('Bearer', parameters))
  throw new ContractError(errors.insufficientScope)
}

function grantedTo(principal: unknown): Set<unknown> {
  const { scopes, scope } = principal as { scopes?: unknown; scope?: unknown }
  if (Array.isArray(scopes)) return new Set(scopes)
  if (scopes instanceof Set) return scopes
  return new Set(typeof scope === 'string' ? scope.split(' ') : [])
}
