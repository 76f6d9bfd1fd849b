import type { FastifyServerOptions } from 'fastify'

/** One line of a log. */
export interface LogLine {
  readonly level: number
  readonly msg: string
  readonly [member: string]: unknown
}

/** A logger for an app, and its lines. */
export function recordLog(): {
  logger: NonNullable<FastifyServerOptions['logger']>
  lines: LogLine[]
} {
  const lines: LogLine[] = []
  const write = (text: string) => void lines.push(JSON.parse(text))
  return { logger: { level: 'trace', stream: { write } }, lines }
}

/** Pino's level for errors. */
export const ERROR = 50
