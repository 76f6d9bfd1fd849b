import type { FastifyBaseLogger } from 'fastify'

/** Logs what was thrown as `err`, even if its members throw, or lead back to it. */
export function logThrown(
  log: FastifyBaseLogger,
  level: 'debug' | 'error' | 'warn',
  { err, ...values }: { readonly err: unknown; readonly [name: string]: unknown },
  message: string,
): void {
  try {
    log[level]({ err, ...values }, message)
  } catch {
    log[level](values, `${message}, and what was thrown cannot be logged`)
  }
}
