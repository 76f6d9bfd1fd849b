import type { FastifyReply } from 'fastify'

/**
 * A signal that is aborted when the client leaves before it has its answer. Fastify's own
 * `request.signal` follows the incoming message, which is closed as soon as its body is read.
 */
export function clientSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const onClose = () => {
    if (!raw.writableFinished) controller.abort()
  }
  if (raw.destroyed) onClose()
  else raw.once('close', onClose)
  return controller.signal
}
