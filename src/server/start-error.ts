import { ConfigError } from './config.js'
import { redact } from './redaction.js'

/** Reason why the server did not start: one line for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** @param prefix - Of the names of the settings. */
export function listenFailure(error: unknown, host: string, port: number, prefix = ''): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `${prefix}PORT: ${port} on ${host} is taken; stop the other server, or choose another port`
    case 'EACCES':
      return `${prefix}PORT: ${port} is not allowed for this user; choose one above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${prefix}HOST: ${host} is no address of this machine; correct it, or remove it`
    default:
      return oneLine(error)
  }
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
