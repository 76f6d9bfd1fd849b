import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SecurityRequirements } from '../../openapi/security.js'
import { ContractError, errors } from '../errors/contract-error.js'
import { checkScopes, requirePrincipal } from './principals.js'
import type { SchemeHandlers } from './scheme-handlers.js'
import type { Principals } from './security.js'

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
