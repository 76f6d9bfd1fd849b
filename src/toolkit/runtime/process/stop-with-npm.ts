import { readFileSync } from 'node:fs'

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
  if (script === undefined || isHook(script, env.npm_package_json)) return
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

/** What npm does without a script of this name, with a script before or behind it; `prepare` is one of itself. */
const OF_NPM = /^(install|pack|publish|restart|start|stop|test|uninstall|version|pare)$/

/** True for `preNAME` and `postNAME` where there is NAME: `preview` is a script as any other. */
function isHook(script: string, packageFile: string | undefined): boolean {
  const name = /^(?:pre|post)(.+)$/.exec(script)?.[1]
  if (name === undefined) return false
  return OF_NPM.test(name) || Object.hasOwn(scriptsIn(packageFile), name)
}

function scriptsIn(packageFile: string | undefined): object {
  try {
    return Object(JSON.parse(readFileSync(String(packageFile), 'utf8')).scripts)
  } catch {
    // npm has read it before.
    return {}
  }
}
