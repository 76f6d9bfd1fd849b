/** What the server does when more is asked of it than it can do. */

import type { FastifyInstance } from 'fastify'
import { ContractError, errors } from '../contract/index.js'

/** In seconds (RFC 9110, section 10.2.3): when one may have been answered that is being worked on. */
const RETRY_AFTER = '1'

/**
 * Refuses requests, before anything is done for them, while `limit` others are being worked on. Those
 * count whose bodies have arrived: a slow client takes no place, its connection is what it holds.
 */
export function limitRequests(app: FastifyInstance, limit: number): void {
  let working = 0
  app.addHook('onRequest', (_request, _reply, done) => {
    if (working < limit) return void done()
    const headers = { 'retry-after': RETRY_AFTER }
    done(new ContractError(errors.unavailable, { headers }))
  })
  app.addHook('preHandler', (_request, reply, done) => {
    working++
    // It ends in either way, whoever leaves first.
    let isOver = false
    const end = () => {
      if (!isOver) working--
      isOver = true
    }
    reply.raw.once('finish', end).once('close', end)
    done()
  })
}
