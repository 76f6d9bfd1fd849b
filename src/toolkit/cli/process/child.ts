import { type ExecFileOptions, execFile, fork, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'

/** A program and its first arguments. */
export type Executable = readonly [file: string, ...args: string[]]

export interface Execution {
  readonly ok: boolean
  /** `exit code 1`, `SIGTERM`, or the system's code when the program did not start: `ENOENT`. */
  readonly why: string
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a program to its end without a shell, so that arguments may contain anything. Never rejects.
 *
 * @param limits - its working directory and environment; `timeout` is in milliseconds; `signal` ends it.
 */
export function execute(
  file: string,
  args: readonly string[],
  limits: Pick<ExecFileOptions, 'cwd' | 'env' | 'timeout' | 'signal' | 'killSignal'>,
): Promise<Execution> {
  const options = { ...limits, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 } as const
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      const why = typeof error?.code === 'string' ? error.code : error?.signal
      resolve({ ok: error === null, why: why ?? `exit code ${error?.code ?? 0}`, stdout, stderr })
    })
  })
}

export interface ChildSettings {
  /** The working directory. */
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  readonly stdio: readonly ('inherit' | 'ignore' | number)[]
}

interface ChildListener {
  message?(message: unknown): void
  /** Called when it ended by itself. */
  ended(why: string): void
}

/** Options of Node by which a forked process ends with this one. */
export const EXIT_WITH_PARENT: readonly string[] = [
  '--import',
  new URL('./exit-with-parent.js', import.meta.url).href,
]

export type Child = ReturnType<typeof startChild>

/** Starts a script in a process of its own, which ends with this one. */
export function startChild(
  script: string,
  args: readonly string[],
  { root, env, stdio }: ChildSettings,
  listener: ChildListener,
  flags: readonly string[] = [],
) {
  const execArgv = [...flags, ...EXIT_WITH_PARENT]
  const streams = [...stdio, 'ipc'] as StdioOptions
  const child = fork(script, args, { cwd: root, env, execArgv, stdio: streams })
  let isStopping = false
  child.on('message', (message) => listener.message?.(message))
  child.on('exit', (code, signal) => {
    if (!isStopping) listener.ended(signal ?? `code ${code}`)
  })
  // It could not be started: its working directory is gone, or the system has no process left.
  child.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (child.pid === undefined && !isStopping) listener.ended(String(code))
  })
  return {
    /** Lets a process go on that stands by. */
    go: () => void child.send('go'),
    /** Sends a signal and waits for the end; kills the process after `grace` milliseconds. */
    async stop(signal: NodeJS.Signals = 'SIGTERM', grace = 15_000): Promise<void> {
      isStopping = true
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), grace)
      await exit
      clearTimeout(timer)
    },
  }
}
