import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { identity } from '../../../scripts/shared/postgres-programs.js'

/** A program in a folder, with all processes that it starts, which end at the latest with this process. */
export class Program {
  readonly #child: ChildProcess
  readonly #others: () => readonly number[]
  readonly #kill = () => this.signal('SIGKILL')

  /**
   * Its output is appended to `NAME.log` of the folder.
   *
   * @param others - Processes that it has started and left.
   */
  constructor(
    name: string,
    folder: string,
    [command = '', ...args]: readonly string[],
    others: () => readonly number[] = () => [],
  ) {
    const log = openSync(path.join(folder, `${name}.log`), 'a')
    this.#child = spawn(command, args, { cwd: folder, stdio: ['ignore', log, log], ...identity() })
    this.#others = others
    process.once('exit', this.#kill)
  }

  /** Sends all of its processes a signal, parents first. */
  signal(signal: NodeJS.Signals): void {
    const roots = [this.#child.pid ?? [], this.#others()].flat()
    for (const each of withChildren(roots)) {
      try {
        process.kill(each, signal)
      } catch {
        // It has ended by itself.
      }
    }
  }

  /** Ends the first of its processes in order, and then what is left. */
  async end(): Promise<void> {
    const { exitCode, signalCode } = this.#child
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGTERM')
    if (exitCode === null && signalCode === null) await ended
    await this.kill()
  }

  async kill(): Promise<void> {
    const { exitCode, signalCode } = this.#child
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.signal('SIGKILL')
    if (exitCode === null && signalCode === null) await ended
    process.off('exit', this.#kill)
  }
}

function withChildren(roots: readonly number[]): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(name))
  const found = [...roots]
  for (const each of found) {
    for (const [child, parent] of parents) if (parent === each) found.push(child)
  }
  return found
}

function parentOf(pid: string): number {
  try {
    const [, parent] = /\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return Number(parent)
  } catch {
    return 0
  }
}
