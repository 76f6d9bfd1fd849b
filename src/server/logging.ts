import process from 'node:process'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { prettyFactory } from 'pino-pretty'
import type { Config } from './config.js'

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
  // Pino's own stream to stdout is faster and survives a closed pipe.
  if (!isPretty(config, output)) return output === process.stdout ? {} : { stream: output }
  const pretty = prettyFactory({
    colorize: output.isTTY === true,
    ignore: 'pid,hostname',
    // Not `error`: the code of an Error body would get a line of its own.
    errorLikeObjectKeys: ['err'],
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
  })
  // Synchronous, so that the last line before an exit is not lost.
  return { stream: { write: (line) => output.write(pretty(line)) } }
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

/** Fastify before 5.10 has no LogController: hooks write our lines, and Fastify writes none. */
const isOlder = !('LogController' in fastify)

/** Options that replace Fastify's two lines for a request by one. */
export function requestLines(older = isOlder): FastifyServerOptions {
  if (older) return { disableRequestLogging: true }
  // None for 404: Fastify's contains the query, and the line of the response has the status.
  const lines = { incomingRequest, requestCompleted, routeNotFound() {} }
  return { logController: Object.assign(new fastify.LogController(), lines) }
}

/** Adds the same lines on an older Fastify. Call it before other hooks are added. */
export function addRequestLines(app: FastifyInstance, older = isOlder): void {
  if (!older) return
  app.addHook('onRequest', (request, _reply, done) => {
    incomingRequest(request)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    requestCompleted(undefined, request, reply)
    done()
  })
}

/** Fastify's first line, at level `debug`. */
function incomingRequest(request: FastifyRequest): void {
  request.log.debug({ req: request }, 'incoming request')
}

function requestCompleted(
  error: Error | null | undefined,
  req: FastifyRequest,
  reply: FastifyReply,
): void {
  const line = { req, res: reply, responseTime: reply.elapsedTime }
  if (error) reply.log.error({ ...line, err: error }, 'request errored')
  else reply.log.info(line, 'request completed')
}

/** Each pattern keeps its first group, and its second if it has one. */
const credentials: readonly RegExp[] = [
  // Members of a JSON object, as when somebody logs headers.
  /("(?:proxy-)?authorization"\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
  /("(?:set-)?cookie"\s*:\s*)(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi,
  // RFC 6750, sections 2.1 to 2.3. At least 16 characters, so that prose about "bearer tokens" stays.
  /\b(bearer\s+)[\w.~+/-]{16,}=*/gi,
  /\b(access_token=)[^&\s"'\\]+/gi,
  // The password in the URL of a store.
  /(:\/\/)[^\s"'@/\\]+(@)/g,
]

/** Replaces everything that looks like a credential; a second protection, since none is logged. */
export function redact(text: string): string {
  const replacement = (_match: string, before: string, after: unknown) => {
    const value = before.startsWith('"') ? '"[redacted]"' : '[redacted]'
    return `${before}${value}${after === '@' ? after : ''}`
  }
  return credentials.reduce((rest, pattern) => rest.replace(pattern, replacement), text)
}
