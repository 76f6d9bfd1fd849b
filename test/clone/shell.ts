import { type ChildProcess, spawn } from 'node:child_process'

/** How a command ended. */
export interface Ended {
  /** None: it was killed, perhaps because it took too long. */
  readonly code: number | null
  /** What it printed, errors too. */
  readonly output: string
}

/** How long a command may take, in milliseconds. */
const LONGEST = 300_000

/** A command in a shell of its own, with all processes that it starts. */
export class Shell {
  /** Resolves when none of its processes can print any more. */
  readonly ended: Promise<Ended>
  readonly #child: ChildProcess
  #output = ''

  constructor(command: string, cwd: string, env: NodeJS.ProcessEnv) {
    // Detached, it is the leader of a group: a signal reaches all, as Ctrl-C does.
    const child = spawn(command, {
      ...{ shell: true, detached: true, cwd, env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (this.#output += text))
    }
    const timer = setTimeout(() => this.signal('SIGKILL'), LONGEST)
    this.ended = new Promise((resolve) => {
      child.on('close', (code) => {
        clearTimeout(timer)
        resolve({ code, output: this.#output })
      })
    })
  }

  /** Resolves with what matches in its output; rejects when it ends without. */
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
    this.signal(signal)
    return this.ended
  }

  signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-(this.#child.pid as number), signal)
    } catch (error) {
      // All have ended by themselves.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
