/** Milliseconds between checks for the shell. */
const INTERVAL = 250

/** The part of `process` that is needed here. */
export interface NpmProcess {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pid: number
  readonly ppid: number
  kill(pid: number, signal: NodeJS.Signals): unknown
  once(signal: NodeJS.Signals, listener: () => void): unknown
}

/**
 * Sends this process SIGTERM when the shell of its npm script, or of `npx`, has ended: npm passes a signal to
 * that shell only, which ends without passing it on, and a server would keep its port.
 *
 * What `prestart` or `posttest` leaves running is meant to go on, so hooks do not count.
 *
 * @param process - It has handlers for SIGTERM and SIGINT already: here they are only listened to.
 */
export function stopWithNpm(process: NpmProcess): void {
  const { env, pid, ppid } = process
  const script = env.npm_lifecycle_event
  if (script === undefined || HOOK.test(script)) return
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

/** Hooks of what npm does by itself: `preview` is a script like any other. */
const HOOK =
  /^(pre|post)(install|pack|publish|restart|start|stop|test|uninstall|version)$|^prepare$/
