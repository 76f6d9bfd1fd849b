import type { FastifyInstance } from 'fastify'
import type { SecurityScheme } from '../../openapi/security.js'
import type { Contract } from '../contract/contract.js'
import type { SecurityHandler, SecurityHandlers } from './security.js'

export type SchemeHandlers = ReadonlyMap<
  string,
  { readonly scheme: SecurityScheme; readonly handler: SecurityHandlers[string] }
>

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
