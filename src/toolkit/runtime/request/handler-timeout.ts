import type { FastifyReply } from 'fastify'
import type { OperationResult } from '../contract/handler.js'
import { unavailable } from '../errors/contract-error.js'
import { onResponseEnd } from '../exchange/response-end.js'
import { discard } from '../response/streams.js'

/** Cancelled when the client leaves; Fastify's `request.signal` ends with the request body. */
export function cancellation({ raw }: FastifyReply) {
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
    /** Created only for a handler that uses it. */
    get signal(): AbortSignal {
      controller ??= open()
      return controller.signal
    },
    abort,
  }
}

/**
 * Waits for a handler, with an optional limit in milliseconds. A late handler is cancelled, its
 * result discarded, and its error reported, unless that is due to the cancellation.
 *
 * @throws {ContractError} 503 if it is late.
 */
export async function withTimeout(
  work: () => OperationResult | Promise<OperationResult>,
  time: number | undefined,
  cancel: () => void,
  onLateError: (error: unknown) => void,
): Promise<OperationResult> {
  if (time === undefined) return work()
  // First: a synchronous error leaves no timer behind, which would reject a promise that nobody
  // awaits.
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
    (error) => isLate && error?.name !== 'AbortError' && onLateError(error),
  )
  try {
    return await Promise.race([done, late])
  } finally {
    clearTimeout(timer)
  }
}
