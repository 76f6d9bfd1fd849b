import type { FastifyServerOptions } from 'fastify'

export interface LogLine {
  readonly level: number
  readonly msg: string
  readonly [member: string]: unknown
}

/** Pino's level for errors. */
export const ERROR = 50

/** A logger for an app, its lines, and those of errors. */
export function recordLog(): {
  logger: NonNullable<FastifyServerOptions['logger']>
  lines: LogLine[]
  faults(): LogLine[]
} {
  const lines: LogLine[] = []
  const write = (text: string) => void lines.push(JSON.parse(text))
  const faults = () => lines.filter(({ level }) => level >= ERROR)
  return { logger: { level: 'trace', stream: { write } }, lines, faults }
}
