/**
 * What the server logs: JSON lines for machines, readable lines on a terminal, one line for each
 * request. No header, query or body is ever part of a line.
 */

import process from 'node:process'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { prettyFactory } from 'pino-pretty'
import type { Config } from './config.js'
import { scrub } from './redact.js'

/** Fastify's `logger` option. */
export type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

/** Where lines go. */
export interface Output {
  write(text: string): unknown
  /** Whether somebody reads along. */
  readonly isTTY?: boolean
}

/** Whether the log is for eyes: as configured, or by what it is written to. */
export function isPretty({ logFormat }: Pick<Config, 'logFormat'>, { isTTY }: Output): boolean {
  return logFormat === 'pretty' || (logFormat === 'auto' && isTTY === true)
}

/** The logger of a server that writes to `output`. */
export function loggerOptions(
  config: Pick<Config, 'logFormat' | 'logLevel'>,
  output: Output,
): LoggerOptions {
  return {
    level: config.logLevel,
    serializers: { req: request, res: response, err: failure },
    hooks: { streamWrite: scrub },
    ...destination(config, output),
  }
}

/** A line for the requests that have no answer because the client went away. */
export function logAborted(app: FastifyInstance): void {
  app.addHook('onRequestAbort', async (request) => {
    request.log.info({ req: request }, 'request aborted')
  })
}

function destination(config: Pick<Config, 'logFormat'>, output: Output): { stream?: Output } {
  if (isPretty(config, output)) return { stream: readable(output) }
  // To stdout pino writes by itself: faster, and a reader that goes away does not end the server.
  return output === process.stdout ? {} : { stream: output }
}

/** Synchronous, so that the last line before an exit is not lost. */
function readable(output: Output): Output {
  const pretty = prettyFactory({
    colorize: output.isTTY === true,
    ignore: 'pid,hostname',
    // Not `error`, the code of a refusal, which would get a line of its own.
    errorLikeObjectKeys: ['err'],
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
  })
  return { write: (line) => output.write(pretty(line)) }
}

/** The target without its query: clients put tokens there (RFC 6750, section 2.3). */
function request({ method, url, ip }: FastifyRequest): Record<string, unknown> {
  const query = url.search(/[?#;]/)
  return { method, url: (query < 0 ? url : url.slice(0, query)).slice(0, 512), remoteAddress: ip }
}

function response({ statusCode }: { statusCode: number }): { statusCode: number } {
  return { statusCode }
}

/**
 * An error by these members alone. Others hold what was sent: the `rawPacket` of Node's parser
 * errors is the request as it came, the Authorization header included.
 */
function failure(error: unknown, depth = 0): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack = '', cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  const because = cause === undefined || depth > 4 ? {} : { cause: failure(cause, depth + 1) }
  return { type: name, message, stack, ...code, ...because }
}
