import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { RunningServer, Usage } from '../server-process.js'
import { TOKEN } from '../servers/plants.js'

type GoChild = ChildProcessByStdio<Writable, Readable, null>

/** The server of oapi-codegen, which has lines of JSON instead of Node's messages. */
export class GoProcess implements RunningServer {
  readonly #child: GoChild
  readonly #lines: AsyncIterator<string>
  readonly #exit: Promise<unknown>
  readonly port: number

  private constructor(child: GoChild, lines: AsyncIterator<string>, port: number) {
    this.#child = child
    this.#lines = lines
    this.#exit = once(child, 'exit')
    // That it has ended is told by its lines.
    child.stdin.on('error', () => {})
    this.port = port
  }

  /** @throws {Error} if the process ends before it listens. */
  static async start(program: string): Promise<GoProcess> {
    // One processor, as Node has one thread for requests; the threads of its garbage collector count too.
    const env = { ...process.env, GOMAXPROCS: '1' }
    const child = spawn(program, [TOKEN], { stdio: ['pipe', 'pipe', 'inherit'], env })
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const { port } = await read(lines)
    return new GoProcess(child, lines, port)
  }

  /** Go has no event loop that could be blocked, and knows its memory on Linux alone. */
  async usage(): Promise<Usage> {
    this.#child.stdin.write('\n')
    const unknown = { megabytes: Number.NaN, heap: Number.NaN, blocked: Number.NaN }
    return { ...unknown, ...(await read(this.#lines)) }
  }

  async stop(): Promise<void> {
    this.#child.stdin.end()
    await this.#exit
  }
}

async function read(lines: AsyncIterator<string>) {
  const { done, value } = await lines.next()
  if (done) throw new Error('the server of oapi-codegen has ended')
  return JSON.parse(value)
}
