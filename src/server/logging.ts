import process from 'node:process'
import type { FastifyServerOptions } from 'fastify'
import type { Config } from './config.js'
import { redact, serializers } from './redaction.js'

/** Fastify's `logger` option. */
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
  return {
    level: config.logLevel,
    serializers,
    hooks: { streamWrite: redact },
    ...(await destination(config, output)),
  }
}

async function destination(
  config: Pick<Config, 'logFormat'>,
  output: LogOutput,
): Promise<{ stream?: LogOutput }> {
  // Pino's own stream to stdout is faster and survives a closed pipe.
  if (!isPretty(config, output)) return output === process.stdout ? {} : { stream: output }
  // Loaded only by those who read its lines.
  const { prettyStream } = await import('./pretty-log.js')
  return { stream: prettyStream(output) }
}
