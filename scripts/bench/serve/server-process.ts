import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('./server-cli.js', import.meta.url))

/** Use of the processor and memory since the start of a process. */
export interface Usage {
  /** Microseconds of all threads, in user and system mode, as the operating system counts them. */
  readonly processor: number
  readonly megabytes: number
  /** Megabytes of objects; without garbage in a Node with `--expose-gc`. */
  readonly heap: number
  /** Longest time without a turn of the event loop since the last question, in milliseconds. */
  readonly blocked: number
}

/** A server in a process of its own. What it cannot tell of its usage is NaN. */
export interface RunningServer {
  readonly port: number
  usage(): Promise<Usage>
  stop(): Promise<void>
}

/** A server in a process of Node. */
export class ServerProcess implements RunningServer {
  readonly #child: ChildProcess
  readonly port: number

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.port = port
  }

  /** @throws {Error} if the process ends before it listens. */
  static async start(
    name: string,
    peers: string,
    script = SCRIPT,
    flags: readonly string[] = [],
  ): Promise<ServerProcess> {
    const child = spawn(process.execPath, [...flags, script, name, peers], {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    })
    const output = text(child.stderr as Readable)
    const [first] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (typeof first === 'object') return new ServerProcess(child, first.port)
    const reason = /^\w*Error: .*/m.exec(await output)?.[0]
    throw new Error(`exit code ${first}: ${reason}`)
  }

  async usage(): Promise<Usage> {
    this.#child.send('usage')
    const [usage] = await once(this.#child, 'message')
    return usage
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, 'exit')
    this.#child.disconnect()
    await exit
  }
}
