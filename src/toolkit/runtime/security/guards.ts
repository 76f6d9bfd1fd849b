import type { FastifyInstance } from 'fastify'
import type { SecurityScheme } from '../../openapi/security.js'
import type { Contract } from '../contract/contract.js'
import type { Guards } from './authenticate.js'
import type { SecurityHandler, SecurityHandlers } from './security.js'

/** The handlers of the schemes that the contract asks for; each must be there. */
export function guardsOf({ title, securitySchemes }: Contract, given: SecurityHandlers): Guards {
  const guards = securitySchemes.map((scheme) => {
    const { name } = scheme
    const handler = given[name]
    if (typeof handler?.authenticate !== 'function') {
      throw new TypeError(`${title}: no security handler for ${name}; add security.${name}`)
    }
    return [name, { scheme, handler }] as const
  })
  return new Map(guards)
}

/** Prepares each handler once, whatever the number of schemes that it is for. */
export async function prepareGuards(app: FastifyInstance, guards: Guards): Promise<void> {
  const schemes = new Map<SecurityHandler, SecurityScheme[]>()
  for (const { handler, scheme } of guards.values()) {
    schemes.set(handler, [...(schemes.get(handler) ?? []), scheme])
  }
  for (const [handler, its] of schemes) await handler.prepare?.(app, its)
}
