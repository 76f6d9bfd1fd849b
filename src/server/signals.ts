/** What the process does when it is told to stop, and when it fails. */

import { constants } from 'node:os'

/** The part of `process` that is needed here. */
export interface ProcessEvents {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown
  on(event: 'uncaughtException', listener: (error: unknown, origin: string) => void): unknown
  exit(code: number): unknown
}

/** What is to be done; `now` can be replaced in tests. */
export interface StopActions {
  /** Stops everything; resolves with whether it all finished by itself. */
  stop(signal: NodeJS.Signals): Promise<boolean>
  /** Records a failure that nobody handled. */
  fail(error: unknown, origin: string): void
  now?(): number
}

/**
 * A key press in a terminal that runs `npm start` arrives twice: from the terminal, and from npm,
 * which passes it on. The same signal within this many milliseconds is not a second wish.
 */
const samePress = 500

/**
 * The first SIGTERM or SIGINT stops gracefully and exits with 0 (1 when something had to be cut
 * off), a second one exits at once with 128 + n. A failure that nobody handled exits with 1.
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
      // Not to be able to tell is no reason to stay.
      process.exit(1)
    }
  }
  const told = (signal: NodeJS.Signals) => {
    if (first === undefined) {
      first = { signal, at: now() }
      stop(signal).then(
        (clean) => process.exit(clean ? 0 : 1),
        (error) => failed(error, 'stop'),
      )
    } else if (signal !== first.signal || now() - first.at > samePress) {
      process.exit(128 + constants.signals[signal])
    }
  }
  process.on('SIGTERM', told)
  process.on('SIGINT', told)
  // A rejection that nobody handles arrives here too; the origin tells.
  process.on('uncaughtException', failed)
}
