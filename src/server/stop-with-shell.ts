/** How often it is looked whether the shell is there, in milliseconds. */
const EVERY = 250

/** The part of `process` that is needed here. */
export interface ShellProcess {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pid: number
  readonly ppid: number
  kill(pid: number, signal: NodeJS.Signals): unknown
  once(signal: NodeJS.Signals, listener: () => void): unknown
}

/**
 * Sends this process SIGTERM when the shell is gone that `npm start` runs it in: npm passes a signal on
 * to the shell, which ends and tells nobody, and the server would keep the port.
 */
export function stopWithShell(process: ShellProcess): void {
  const { env, pid, ppid } = process
  if (env.npm_lifecycle_event !== 'start') return
  const timer = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(timer)
    process.kill(pid, 'SIGTERM')
  }, EVERY)
  timer.unref()
  // A second signal would end the process at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => clearInterval(timer))
  }
}
