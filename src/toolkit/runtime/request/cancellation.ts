import type { FastifyReply } from 'fastify'
import type { OperationResult } from '../contract/handler.js'
import { unavailable } from '../errors/unavailable.js'
import { onResponseEnd } from '../exchange/response-end.js'
import { discard } from '../response/discard.js'

/** Why what a handler does is no longer wanted. */
export interface Cancellation {
  /** Aborted then. Only a handler that looks at it pays for it. */
  readonly signal: AbortSignal
  abort(): void
}

/**
 * Cancelled when the client leaves before it has its answer. Fastify's own `request.signal` follows the
 * incoming message, which is closed as soon as its body is read.
 */
export function cancellation({ raw }: FastifyReply): Cancellation {
  let controller: AbortController | undefined
  let isAborted = false
  const abort = () => {
    isAborted = true
    controller?.abort()
  }
  const open = () => {
    const opened = new AbortController()
    onResponseEnd(raw, (isSent) => {
      if (!isSent) opened.abort()
    })
    if (isAborted) opened.abort()
    return opened
  }
  return {
    get signal() {
      controller ??= open()
      return controller.signal
    },
    abort,
  }
}

/**
 * Waits for a handler for so many milliseconds, or for as long as it takes. What is late is cancelled,
 * and discarded when it comes.
 *
 * @param tell - Told of what a late handler throws, unless that is what comes of being cancelled.
 * @throws {ContractError} 503, when it is late.
 */
export async function inTime(
  work: () => OperationResult | Promise<OperationResult>,
  time: number | undefined,
  cancel: () => void,
  tell: (error: unknown) => void,
): Promise<OperationResult> {
  if (time === undefined) return work()
  // First: what throws at once leaves no timer behind, which would reject what nobody waits for.
  const done = Promise.resolve(work())
  let timer: NodeJS.Timeout | undefined
  let isLate = false
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true
      cancel()
      reject(unavailable(new Error(`the handler has not answered in ${time} ms`)))
    }, time)
  })
  done.then(
    (result) => isLate && discard(result?.body),
    (error) => isLate && error?.name !== 'AbortError' && tell(error),
  )
  try {
    return await Promise.race([done, late])
  } finally {
    clearTimeout(timer)
  }
}
