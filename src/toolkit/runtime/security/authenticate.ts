import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SecurityRequirements, SecurityScheme } from '../../openapi/security.js'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'
import { checkScopes } from './scopes.js'
import type { Principals, SecurityHandlers } from './security.js'
import { accepted } from './verdict.js'

/** The schemes of a contract, each with its handler. */
export type Guards = ReadonlyMap<
  string,
  { readonly scheme: SecurityScheme; readonly handler: SecurityHandlers[string] }
>

/**
 * Lets a request in when one requirement is satisfied whole, and returns its principals. An empty
 * requirement (`{}`) lets in whom no other one does, wherever it stands. Fails closed: otherwise the
 * most telling refusal is thrown, with the challenges of all.
 */
export async function authenticate(
  requirements: SecurityRequirements,
  guards: Guards,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principals> {
  const needed = requirements.filter((requirement) => Object.keys(requirement).length > 0)
  const refusals: ContractError[] = []
  for (const requirement of needed) {
    try {
      return await satisfy(requirement, guards, request, reply)
    } catch (error) {
      if (!(error instanceof ContractError) || error.statusCode >= 500) throw error
      refusals.push(error)
    }
  }
  if (refusals.length > 0 && needed.length === requirements.length) throw mostTelling(refusals)
  return {}
}

async function satisfy(
  requirement: SecurityRequirements[number],
  guards: Guards,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principals> {
  const principals: [string, unknown][] = []
  for (const [name, scopes] of Object.entries(requirement)) {
    // serve() refuses to start without a handler for each scheme.
    const { scheme, handler } = guards.get(name) as NonNullable<ReturnType<Guards['get']>>
    const returned = await handler.authenticate(request, reply, scopes, scheme)
    const principal = accepted(returned, scheme)
    checkScopes(principal, scopes, scheme)
    principals.push([name, principal])
  }
  return Object.fromEntries(principals)
}

/** The refusal that says most, with the challenges of all: the first one of those that say as much. */
function mostTelling(refusals: readonly ContractError[]): ContractError {
  const most = Math.max(...refusals.map(telling))
  const told = refusals.find((each) => telling(each) === most) as ContractError
  if (told.statusCode !== 401 || refusals.length === 1) return told
  const challenges = refusals.flatMap(({ headers }) => headers['www-authenticate'] ?? [])
  // RFC 9110, section 11.6.1: one header may hold several challenges.
  const headers = { ...told.headers, 'www-authenticate': [...new Set(challenges)].join(', ') }
  const { body, cause } = told
  return new ContractError(body, { headers, ...(cause !== undefined && { cause }) })
}

/**
 * How much a refusal says: who has an accepted credential is told what it lacks, and who has a wrong one
 * that it is wrong, whatever else has not been sent. For a certificate nobody can be asked here.
 */
function telling({ body, statusCode }: ContractError): number {
  if (body.error === errors.certificateRequired.error) return 0
  if (body.error === errors.missingCredentials.error) return 1
  return statusCode === 403 ? 3 : 2
}
