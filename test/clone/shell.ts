import { type ChildProcess, spawn } from 'node:child_process'
import process from 'node:process'

export interface Ended {
  /** `null` if a signal ended its shell. */
  readonly code: number | null
  readonly output: string
  /** True if a process was still running at the time-out. */
  readonly isKilled: boolean
}

const LONGEST = 300_000
const GRACE = 20_000

/** Running commands: a signal to this process, such as Ctrl-C, does not reach them. */
const running = new Set<Shell>()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await Promise.all([...running].map((shell) => shell.stop('SIGKILL')))
    process.kill(process.pid, signal)
  })
}

/** A command in a shell of its own, with all processes that it starts. */
export class Shell {
  readonly ended: Promise<Ended>
  readonly #child: ChildProcess
  #output = ''
  #isKilled = false
  #timer: NodeJS.Timeout

  constructor(command: string, cwd: string, env: NodeJS.ProcessEnv) {
    // Detached, it is the leader of a group: a signal reaches all, as Ctrl-C does.
    const child = spawn(command, {
      ...{ shell: true, detached: true, cwd, env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    running.add(this)
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (this.#output += text))
    this.#timer = setTimeout(() => this.#kill(), LONGEST)
    this.ended = new Promise((resolve) => {
      // Closed when all of them have closed their outputs.
      child.on('close', (code) => {
        clearTimeout(this.#timer)
        running.delete(this)
        resolve({ code, output: this.#output, isKilled: this.#isKilled })
      })
    })
  }

  /** Resolves with the first match in its output; rejects if it ends without one. */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    let isOver = false
    this.ended.then(() => (isOver = true))
    for (;;) {
      const found = pattern.exec(this.#output)
      if (found !== null) return found
      if (isOver) throw new Error(`ended without ${pattern}: ${this.#output}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Sends all of its processes a signal; resolves when they have ended. */
  stop(signal: NodeJS.Signals): Promise<Ended> {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#kill(), GRACE)
    this.#signal(signal)
    return this.ended
  }

  #kill(): void {
    this.#isKilled = true
    this.#signal('SIGKILL')
  }

  #signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-(this.#child.pid as number), signal)
    } catch (error) {
      // All have ended already.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
