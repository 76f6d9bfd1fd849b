import { constants } from 'node:os'

/** The part of `process` that is needed here. */
export interface ProcessEvents {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown
  on(event: 'uncaughtException', listener: (error: unknown, origin: string) => void): unknown
  exit(code: number): unknown
}

export interface StopActions {
  /** Stops everything; resolves with true if nothing had to be cut off. */
  stop(signal: NodeJS.Signals): Promise<boolean>
  fail(error: unknown, origin: string): void
  now?(): number
}

/**
 * Milliseconds within which the same signal counts once: Ctrl-C reaches a server under `npm start` from the
 * terminal and from npm.
 */
const REPEATED = 500

/**
 * The first SIGTERM or SIGINT stops gracefully and exits with 0, or 1 if something had to be cut off; a
 * second one exits at once with 128 + n. A failure that nobody handles exits with 1.
 */
export function stopOnSignals(
  process: ProcessEvents,
  { stop, fail, now = performance.now.bind(performance) }: StopActions,
): void {
  let first: { signal: NodeJS.Signals; at: number } | undefined
  const failed = (error: unknown, origin: string) => {
    try {
      fail(error, origin)
    } finally {
      // Even if the failure cannot be logged.
      process.exit(1)
    }
  }
  const signalled = (signal: NodeJS.Signals) => {
    if (first === undefined) {
      first = { signal, at: now() }
      stop(signal).then(
        (isClean) => process.exit(isClean ? 0 : 1),
        (error) => failed(error, 'stop'),
      )
    } else if (signal !== first.signal || now() - first.at > REPEATED) {
      process.exit(128 + constants.signals[signal])
    }
  }
  process.on('SIGTERM', signalled)
  process.on('SIGINT', signalled)
  // Also emitted for an unhandled rejection; the origin tells them apart.
  process.on('uncaughtException', failed)
}
