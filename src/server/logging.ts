import type { FastifyServerOptions } from 'fastify'
import { within } from '../store/common/within.js'
import type { Config } from './config.js'
import { redact, serializers } from './redaction.js'

export type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

export interface LogOutput {
  write(text: string): unknown
  readonly isTTY?: boolean
  /** Characters that wait for their reader. */
  readonly writableLength?: number
}

const MOST_WAITING = 16 * 2 ** 20

/** The same without the lines that come while many wait: a reader that has stopped would fill the memory. */
export function bounded(output: LogOutput): LogOutput {
  return {
    isTTY: output.isTTY === true,
    write: (line) => (output.writableLength ?? 0) < MOST_WAITING && output.write(line),
  }
}

/** Lets a process go on when what it prints cannot be written: a closed pipe, a full disk. */
export function ignoreFailures(...outputs: readonly NodeJS.EventEmitter[]): void {
  for (const output of outputs) output.on('error', () => {})
}

/** Resolves when all lines are written, or after a second: their reader may have stopped. */
export async function written(output: NodeJS.WritableStream): Promise<void> {
  const isWritten = new Promise<void>((resolve) => output.write('', () => resolve()))
  await within(1_000, isWritten, () => {})
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
  const options = { level: config.logLevel, serializers, hooks: { streamWrite: redact } }
  if (isPretty(config, output)) {
    // Loaded only by those who read its lines.
    const { prettyStream } = await import('./pretty-log.js')
    return { ...options, stream: prettyStream(bounded(output)) }
  }
  // Not pino's own stream, which never lets the process end while its lines cannot be written.
  return { ...options, stream: bounded(output) }
}
