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
  /** Logs a failure that nobody handled. */
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

/** Milliseconds between checks for the shell. */
const INTERVAL = 250

/** The part of `process` that is needed here. */
export interface ShellProcess {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pid: number
  readonly ppid: number
  kill(pid: number, signal: NodeJS.Signals): unknown
  once(signal: NodeJS.Signals, listener: () => void): unknown
}

/**
 * Sends this process SIGTERM when the shell of `npm start` has ended: npm passes a signal to that shell
 * only, which ends without passing it on, and the server would keep its port.
 */
export function stopWithShell(process: ShellProcess): void {
  const { env, pid, ppid } = process
  if (env.npm_lifecycle_event !== 'start') return
  const timer = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(timer)
    process.kill(pid, 'SIGTERM')
  }, INTERVAL)
  timer.unref()
  // A second signal would end the process at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => clearInterval(timer))
  }
}
