import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'

/** Where children run. */
export interface Surroundings {
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  /** Standard input, output and error. */
  readonly stdio: readonly ('inherit' | 'ignore' | number)[]
}

/** What a child tells. */
export interface Listener {
  message?(message: unknown): void
  /** It ended without being told to. */
  ended(why: string): void
}

const WITH_PARENT = new URL('./with-parent.js', import.meta.url).href

/** A script that runs in a process of its own, which ends with this one. */
export class Child {
  readonly #process: ChildProcess
  #told = false

  constructor(
    script: string,
    args: readonly string[],
    { root, env, stdio }: Surroundings,
    listener: Listener,
    flags: readonly string[] = [],
  ) {
    this.#process = fork(script, args, {
      cwd: root,
      env,
      execArgv: [...flags, '--import', WITH_PARENT],
      stdio: [...stdio, 'ipc'] as StdioOptions,
    })
    this.#process.on('message', (message) => listener.message?.(message))
    this.#process.on('exit', (code, signal) => {
      if (!this.#told) listener.ended(signal ?? `code ${code}`)
    })
  }

  /** Tells it to end and waits until it has; after `grace` milliseconds it has no choice. */
  async stop(signal: NodeJS.Signals = 'SIGTERM', grace = 15_000): Promise<void> {
    this.#told = true
    const { exitCode, signalCode } = this.#process
    if (exitCode !== null || signalCode !== null) return
    const exit = once(this.#process, 'exit')
    this.#process.kill(signal)
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), grace)
    await exit
    clearTimeout(timer)
  }
}
