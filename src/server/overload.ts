/** What the server does when more is asked of it than it can do. */

import type { FastifyInstance } from 'fastify'
import { ContractError, errors, whenOver } from 'fastify-contract'

/** In seconds (RFC 9110, section 10.2.3): when one may have been answered that is being worked on. */
const RETRY_AFTER = '1'

/**
 * Refuses requests, before anything is done for them, while `limit` others are being worked on. Those
 * count whose bodies have arrived: a slow client takes no place, its connection is what it holds. Of
 * those that arrive together some are refused only then.
 */
export function limitRequests(app: FastifyInstance, limit: number): void {
  let working = 0
  app.addHook('onRequest', (_request, _reply, done) => {
    done(working < limit ? undefined : refusal())
  })
  app.addHook('preHandler', (_request, { raw }, done) => {
    if (working >= limit) return void done(refusal())
    working++
    whenOver(raw, () => {
      working--
    })
    done()
  })
}

function refusal(): ContractError {
  return new ContractError(errors.unavailable, { headers: { 'retry-after': RETRY_AFTER } })
}
