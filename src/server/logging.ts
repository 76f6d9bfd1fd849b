/**
 * The log: JSON lines, or readable lines on a terminal; one line for each request. No line contains a
 * header, a query or a body.
 */

import process from 'node:process'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { prettyFactory } from 'pino-pretty'
import type { Config } from './config.js'
import { redact } from './redact.js'

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

/** The logger of a server that writes to `output`. */
export function loggerOptions(
  config: Pick<Config, 'logFormat' | 'logLevel'>,
  output: LogOutput,
): LoggerOptions {
  return {
    level: config.logLevel,
    serializers: { req: request, res: response, err: failure },
    hooks: { streamWrite: redact },
    ...destination(config, output),
  }
}

/** Logs requests that have no response because the client went away. */
export function logAborted(app: FastifyInstance): void {
  app.addHook('onRequestAbort', async (request) => {
    request.log.info({ req: request }, 'request aborted')
  })
}

function destination(config: Pick<Config, 'logFormat'>, output: LogOutput): { stream?: LogOutput } {
  if (isPretty(config, output)) return { stream: readable(output) }
  // Pino's own stream to stdout is faster and survives a closed pipe.
  return output === process.stdout ? {} : { stream: output }
}

/** Synchronous, so that the last line before an exit is not lost. */
function readable(output: LogOutput): LogOutput {
  const pretty = prettyFactory({
    colorize: output.isTTY === true,
    ignore: 'pid,hostname',
    // Not `error`: the code of an Error body would get a line of its own.
    errorLikeObjectKeys: ['err'],
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
  })
  return { write: (line) => output.write(pretty(line)) }
}

/** The target without its query, which may contain a token (RFC 6750, section 2.3). */
function request({ method, url, ip }: FastifyRequest): Record<string, unknown> {
  const query = url.search(/[?#;]/)
  return { method, url: (query < 0 ? url : url.slice(0, query)).slice(0, 512), remoteAddress: ip }
}

function response({ statusCode }: { statusCode: number }): { statusCode: number } {
  return { statusCode }
}

/**
 * These members of an error only. Others contain what was sent: the `rawPacket` of Node's parser errors is
 * the whole request with its Authorization header.
 */
function failure(error: unknown, depth = 0): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack = '', cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  const because = cause === undefined || depth > 4 ? {} : { cause: failure(cause, depth + 1) }
  return { type: name, message, stack, ...code, ...because }
}
