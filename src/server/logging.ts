import process from 'node:process'
import type { FastifyServerOptions } from 'fastify'
import type { Config } from './config.js'
import { redact, serializers } from './redaction.js'

export type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

export interface LogOutput {
  write(text: string): unknown
  readonly isTTY?: boolean
}

/** True if the log has readable lines: as configured, or on a terminal. */
export function isPretty({ logFormat }: Pick<Config, 'logFormat'>, { isTTY }: LogOutput): boolean {
  return logFormat === 'pretty' || (logFormat === 'auto' && isTTY === true)
}

/**
 * The logger of a server that writes to `output`: JSON lines, or readable lines on a terminal; one line for
 * each request. No line contains a header, a query or a body.
 */
export async function loggerOptions(
  config: Pick<Config, 'logFormat' | 'logLevel'>,
  output: LogOutput,
): Promise<LoggerOptions> {
  const options = { level: config.logLevel, serializers, hooks: { streamWrite: redact } }
  if (isPretty(config, output)) {
    // Loaded only by those who read its lines.
    const { prettyStream } = await import('./pretty-log.js')
    return { ...options, stream: prettyStream(output) }
  }
  // Pino's own stream to stdout is faster and survives a closed pipe.
  return output === process.stdout ? options : { ...options, stream: output }
}
