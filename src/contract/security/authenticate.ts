import type { FastifyReply, FastifyRequest } from 'fastify'
import { ContractError } from '../errors/contract-error.js'
import type { Principals, SecurityHandlers, SecurityRequirements } from './security.js'

/**
 * Lets a request in when one requirement is satisfied whole, and returns its principals. An empty
 * requirement (`{}`) lets in whom no other one does, wherever it stands. Fails closed: otherwise the
 * first refusal is thrown.
 */
export async function authenticate(
  requirements: SecurityRequirements,
  handlers: SecurityHandlers,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principals> {
  const needed = requirements.filter((requirement) => Object.keys(requirement).length > 0)
  let refusal: ContractError | undefined
  for (const requirement of needed) {
    try {
      return await satisfy(requirement, handlers, request, reply)
    } catch (error) {
      if (!(error instanceof ContractError) || error.statusCode >= 500) throw error
      refusal ??= error
    }
  }
  if (refusal !== undefined && needed.length === requirements.length) throw refusal
  return {}
}

async function satisfy(
  requirement: SecurityRequirements[number],
  handlers: SecurityHandlers,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principals> {
  const principals: [string, unknown][] = []
  for (const [scheme, scopes] of Object.entries(requirement)) {
    // serve() refuses to start without a handler for each scheme.
    const handler = handlers[scheme] as SecurityHandlers[string]
    principals.push([scheme, await handler.authenticate(request, reply, scopes)])
  }
  return Object.fromEntries(principals)
}
