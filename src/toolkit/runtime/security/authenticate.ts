import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setOwn } from '../../openapi/json.js'
import type { SecurityRequirements, SecurityScheme } from '../../openapi/security.js'
import type { Contract } from '../contract/contract.js'
import { errors, HttpRefusal } from '../errors/http-refusal.js'
import { checkScopes, errorOf, requirePrincipal } from './principals.js'
import type { Principals, SecurityHandler, SecurityHandlers } from './security.js'

export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Principals>

/**
 * Resolves with the principals of the first requirement that a request satisfies. An empty one
 * (`{}`) admits a request that satisfies no other. Else the most specific refusal is thrown, with
 * the challenges of all.
 *
 * @returns `undefined` if nothing is required.
 */
export function authenticator(
  requirements: SecurityRequirements,
  handlers: SchemeHandlers,
): Authenticate | undefined {
  if (requirements.length === 0) return undefined
  const needed = requirements.filter((requirement) => Object.keys(requirement).length > 0)
  const steps = needed.map((requirement) => satisfier(requirement, handlers))
  const [only] = steps
  if (only !== undefined && requirements.length === 1) return only
  return (request, reply) => firstOf(steps, needed.length < requirements.length, request, reply)
}

async function firstOf(
  steps: readonly Authenticate[],
  isOptional: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principals> {
  const refusals: HttpRefusal[] = []
  for (const satisfy of steps) {
    try {
      return await satisfy(request, reply)
    } catch (error) {
      if (!(error instanceof HttpRefusal) || error.statusCode >= 500) throw error
      refusals.push(error)
    }
  }
  if (refusals.length > 0 && !isOptional) throw mostSpecific(refusals)
  return {}
}

/** Authenticates by all schemes of one requirement. */
function satisfier(
  requirement: SecurityRequirements[number],
  handlers: SchemeHandlers,
): Authenticate {
  const steps = Object.entries(requirement).map(([name, scopes]) => {
    // serve() requires a handler for each scheme.
    const own = handlers.get(name) as NonNullable<ReturnType<SchemeHandlers['get']>>
    return { name, scopes, ...own }
  })
  return async (request, reply) => {
    const principals: Record<string, unknown> = {}
    for (const { name, scopes, scheme, handler } of steps) {
      try {
        const principal = await handler.authenticate(request, reply, scopes, scheme)
        setOwn(principals, name, requirePrincipal(principal, scheme, request))
      } catch (thrown) {
        const refusal = errorOf(thrown, request, scheme)
        throw handler.refuse?.(refusal, request) ?? refusal
      }
      if (scopes.length > 0) checkScopes(principals[name], scopes, scheme)
    }
    return principals
  }
}

/** The most specific refusal, with the challenges of all; the first one of several. */
function mostSpecific(refusals: readonly HttpRefusal[]): HttpRefusal {
  const most = Math.max(...refusals.map(specificity))
  const refusal = refusals.find((each) => specificity(each) === most) as HttpRefusal
  if (refusal.statusCode !== 401 || refusals.length === 1) return refusal
  const challenges = refusals.flatMap(({ headers }) => headers['www-authenticate'] ?? [])
  // RFC 9110, section 11.6.1: one header may hold several challenges.
  const headers = { ...refusal.headers, 'www-authenticate': [...new Set(challenges)].join(', ') }
  const { body, cause } = refusal
  return new HttpRefusal(body, { headers, ...(cause !== undefined && { cause }) })
}

/**
 * Rank of a refusal: a client with an accepted credential learns what it lacks, one with a wrong
 * credential that it is wrong. A certificate cannot be requested here.
 */
function specificity({ body, statusCode }: HttpRefusal): number {
  if (body.error === errors.certificateRequired.error) return 0
  if (body.error === errors.missingCredentials.error) return 1
  return statusCode === 403 ? 3 : 2
}

export type SchemeHandlers = ReadonlyMap<
  string,
  { readonly scheme: SecurityScheme; readonly handler: SecurityHandlers[string] }
>

export function schemeHandlersOf(contract: Contract, given: SecurityHandlers): SchemeHandlers {
  const handlers = contract.securitySchemes.map((scheme) => {
    const { name } = scheme
    const handler = given[name]
    if (typeof handler?.authenticate !== 'function') {
      const rule =
        handler === undefined
          ? `no security handler for ${name}; add security.${name}`
          : `security.${name} is no security handler; make one with bearer, basic, apiKey or mutualTls`
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
