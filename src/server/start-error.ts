import { ConfigError } from './config.js'
import { redact } from './redaction.js'

/** Reason why the server did not start: one line for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The lines to print, without a stack. */
export function startFailure(error: unknown): string {
  const lines = error instanceof ConfigError ? error.problems : [oneLine(error)]
  return lines.map((line) => `plant-store: ${line}\n`).join('')
}

/** The first line of an error, without credentials. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return redact(text.replace(/\n.*/s, ''))
}
