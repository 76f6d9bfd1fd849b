/** What the server does when more is asked of it than it can do. */

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ContractError, errors, onResponseEnd } from 'fastify-contract'

/** In seconds (RFC 9110, section 10.2.3): when one may have been answered that is being worked on. */
const RETRY_AFTER = '1'

/**
 * Refuses requests, before anything is done for them, while `limit` others are being worked on. Those
 * count whose bodies have arrived and whose responses are not there yet: a slow client takes no place,
 * its connection is what it holds. Of those that arrive together some are refused only then.
 */
export function limitRequests(app: FastifyInstance, limit: number): void {
  const working = new Set<FastifyRequest>()
  app.addHook('onRequest', (_request, _reply, done) => {
    done(working.size < limit ? undefined : refusal())
  })
  app.addHook('preHandler', (request, { raw }, done) => {
    if (working.size >= limit) return void done(refusal())
    working.add(request)
    onResponseEnd(raw, () => working.delete(request))
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    // A stream is still being made.
    if (!(payload instanceof Readable)) working.delete(request)
    done()
  })
}

function refusal(): ContractError {
  return new ContractError(errors.unavailable, { headers: { 'retry-after': RETRY_AFTER } })
}
