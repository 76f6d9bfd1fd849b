import { styleText } from 'node:util'
import { errors } from 'fastify-contract'

/** Width where there is no terminal, or none that tells. */
const COLUMNS = 80

/** The beginning of most reasons, which says no more than the status. */
const USUAL = `${errors.contractViolation.message}: `

/** The record of a response, as the log writes it. */
interface ResponseRecord {
  readonly time: number
  readonly pid: number
  readonly req: { readonly method: string; readonly url: string }
  readonly res: { readonly statusCode: number }
  readonly responseTime: number
  /** Why the request was refused. */
  readonly reason?: string
}

interface RowOptions {
  readonly isColored?: boolean
  /** True if several processes write into one log. */
  readonly hasPid?: boolean
  /** Width of the terminal. */
  readonly columns?: number | undefined
}

/**
 * The row of a response on a terminal: time, status, duration, method, path, and why it was refused.
 *
 * @param line - A record of the log as JSON.
 * @returns `undefined` for any other record, and for a response that failed.
 */
export function requestRow(
  line: string,
  { isColored = false, hasPid = false, columns }: RowOptions = {},
): string | undefined {
  const record = JSON.parse(line)
  if (record.req === undefined || record.res === undefined || record.err !== undefined) return
  const { time, pid, req, res, responseTime, reason = '' }: ResponseRecord = record
  const start = `[${clock(time)}] ${hasPid ? `(${pid}) ` : ''}`
  const status = String(res.statusCode)
  const duration = `${responseTime.toFixed(1)} ms`.padStart(10)
  const rest = `${duration} ${req.method} ${req.url}${reason && `  ${reason.replace(USUAL, '')}`}`
  const left = (columns || COLUMNS) - start.length - status.length
  const shown = rest.length > left ? `${rest.slice(0, left - 1)}…` : rest
  return `${start}${isColored ? colored(status) : status}${shown}\n`
}

function colored(status: string): string {
  const color = status < '400' ? 'green' : status < '500' ? 'yellow' : 'red'
  return styleText(color, status, { validateStream: false })
}

/** Local time, as in the other lines. */
function clock(time: number): string {
  const date = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')
}
