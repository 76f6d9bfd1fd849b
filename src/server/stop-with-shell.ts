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
