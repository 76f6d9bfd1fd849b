import { errors } from 'fastify-contract'
import { type PrettyOptions, prettyFactory } from 'pino-pretty'
import type { LogOutput } from './logging.js'

/** The beginning of most reasons, which says no more than the status. */
const USUAL = `${errors.contractViolation.message}: `

/** Makes a line of JSON readable and writes it to `output`. */
export function prettyStream(output: LogOutput, ignore = 'pid,hostname'): LogOutput {
  const options: PrettyOptions = {
    colorize: output.isTTY === true,
    ignore,
    // Not `error`: the code of an Error body would get a line of its own.
    errorLikeObjectKeys: ['err'],
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
  }
  const pretty = prettyFactory(options)
  const response = prettyFactory({ ...options, hideObject: true, singleLine: false, messageFormat })
  // Synchronous, so that the last line before an exit is not lost.
  return {
    write(line) {
      const record = JSON.parse(line)
      const isResponse = record.req !== undefined && record.res !== undefined && !record.err
      return output.write((isResponse ? response : pretty)(record))
    },
  }
}

interface ResponseRecord {
  readonly req: { readonly method: string; readonly url: string }
  readonly res: { readonly statusCode: number }
  readonly responseTime: number
  /** Why the request was refused. */
  readonly reason?: string
}

/** Status, duration, method and path of a response, and why a request was refused. */
const messageFormat: NonNullable<PrettyOptions['messageFormat']> = (
  log,
  _key,
  _level,
  { colors },
) => {
  const { req, res, responseTime, reason = '' } = log as unknown as ResponseRecord
  const { statusCode } = res
  const color = statusCode < 400 ? colors.green : statusCode < 500 ? colors.yellow : colors.red
  const why = reason && `  ${reason.replace(USUAL, '')}`
  return `${color(String(statusCode))} ${responseTime.toFixed(1)} ms ${req.method} ${req.url}${why}`
}
