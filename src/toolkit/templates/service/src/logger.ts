import process from 'node:process'
import fastify, { type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'

/** Fastify's option by which the log has one line for each request. */
export function requestLines(): Pick<FastifyServerOptions, 'logController'> {
  const lines = { incomingRequest() {}, requestCompleted }
  return { logController: Object.assign(new fastify.LogController(), lines) }
}

function requestCompleted(
  err: Error | null | undefined,
  req: FastifyRequest,
  res: FastifyReply,
): void {
  const record = { req, res, responseTime: res.elapsedTime }
  if (err) res.log.error({ ...record, err }, 'request errored')
  else res.log.info(record, 'request completed')
}

/** Members of a record that its line does not repeat. */
const KNOWN = 'pid,hostname,reqId,req,res,responseTime,error,reason'

/** Most characters that wait for the reader of the log: the lines behind them are dropped. */
const MOST_WAITING = 2 ** 24

/**
 * The logger of the process: readable lines on a terminal where pino-pretty is installed, else JSON. The service
 * goes on when nobody reads them, or the disk is full.
 */
export async function loggerOf(output = process.stdout): Promise<FastifyServerOptions['logger']> {
  output.on('error', () => {})
  const write = (line: string) => output.writableLength < MOST_WAITING && output.write(line)
  const pretty = output.isTTY ? await import('pino-pretty').catch(() => undefined) : undefined
  if (pretty === undefined) return { stream: { write } }
  const print = pretty.default.prettyFactory({
    colorize: true,
    errorLikeObjectKeys: ['err'],
    ignore: KNOWN,
    messageFormat: messageOf,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
  })
  return { stream: { write: (line) => write(print(line)) } }
}

/** A record of the log. */
type Line = Readonly<Record<string, unknown>>

function messageOf(record: Line, key: string): string {
  const { req, res, responseTime, reason = '' } = record as Line & Partial<Response>
  if (req === undefined || res === undefined) return String(record[key])
  const time = `${responseTime?.toFixed(0)} ms`
  return `${res.statusCode} ${time} ${req.method} ${req.url} ${reason}`.trimEnd()
}

interface Response {
  readonly req: { readonly method: string; readonly url: string }
  readonly res: { readonly statusCode: number }
  readonly responseTime: number
  /** Why the request was refused. */
  readonly reason: string
}
