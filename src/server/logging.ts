import process from 'node:process'
import type { FastifyServerOptions } from 'fastify'
import { prettyFactory } from 'pino-pretty'
import type { Config } from './config.js'
import { redact, serializers } from './redaction.js'
import { requestRow } from './request-rows.js'

/** Fastify's `logger` option. */
export type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

export interface LogOutput {
  write(text: string): unknown
  readonly isTTY?: boolean
  /** Width of a terminal, which its user may change. */
  readonly columns?: number
}

/** True if the log has readable lines: as configured, or on a terminal. */
export function isPretty({ logFormat }: Pick<Config, 'logFormat'>, { isTTY }: LogOutput): boolean {
  return logFormat === 'pretty' || (logFormat === 'auto' && isTTY === true)
}

/**
 * The logger of a server that writes to `output`: JSON lines, or readable lines on a terminal; one line for
 * each request. No line contains a header, a query or a body.
 */
export function loggerOptions(
  config: Pick<Config, 'logFormat' | 'logLevel'>,
  output: LogOutput,
): LoggerOptions {
  return {
    level: config.logLevel,
    serializers,
    hooks: { streamWrite: redact },
    ...destination(config, output),
  }
}

function destination(config: Pick<Config, 'logFormat'>, output: LogOutput): { stream?: LogOutput } {
  // Pino's own stream to stdout is faster and survives a closed pipe.
  if (!isPretty(config, output)) return output === process.stdout ? {} : { stream: output }
  return { stream: prettyStream(output) }
}

/** Makes a line of JSON readable and writes it to `output`; a request is one row. */
export function prettyStream(output: LogOutput, ignore = 'pid,hostname'): LogOutput {
  const pretty = prettyFactory({
    colorize: output.isTTY === true,
    ignore,
    // Not `error`: the code of an Error body would get a line of its own.
    errorLikeObjectKeys: ['err'],
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
  })
  const options = { isColored: output.isTTY === true, hasPid: !ignore.includes('pid') }
  // Synchronous, so that the last line before an exit is not lost.
  const row = (line: string) => requestRow(line, { ...options, columns: output.columns })
  return { write: (line) => output.write(row(line) ?? pretty(line)) }
}
