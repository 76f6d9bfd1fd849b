import path from 'node:path'
import process from 'node:process'
import { changed } from '../watch/changed.js'
import { treesAt } from '../watch/snapshot.js'
import type { Surroundings } from './child.js'
import { compile } from './compile.js'
import { Generator, type Program } from './generator.js'
import { Server } from './server.js'

/** What is compiled. The document, and what it refers to, the generator watches. */
const SOURCES = ['generated', 'scripts', 'src', 'test']

/**
 * The command `npm run dev`: generates when the document changes, compiles when code does, and starts
 * the server again when what was compiled is new, until the signal ends all that.
 *
 * @param root - The project.
 */
export async function dev(
  root: string,
  signal: AbortSignal,
  { env, stdio, generator }: Pick<Surroundings, 'env' | 'stdio'> & { generator?: Program } = OWN,
): Promise<void> {
  const surroundings = { root, env, stdio }
  const rounds = new Rounds(surroundings, signal, generator)
  const folders = SOURCES.map((name) => path.join(root, name))
  const look = () => treesAt(folders, /\.([cm]?ts|json)$/)
  await rounds.generator.refresh()
  while (!signal.aborted) {
    const seen = look()
    await rounds.compile()
    await changed({ seen, look, signal })
  }
  await rounds.stop(signal.reason)
}

const OWN: Pick<Surroundings, 'env' | 'stdio'> = {
  env: process.env,
  stdio: ['inherit', 'inherit', 'inherit'],
}

/** Does one thing after the other, so that nothing is started from code that is half written. */
class Rounds {
  readonly generator: Generator
  readonly #server: Server
  readonly #surroundings: Surroundings
  readonly #signal: AbortSignal
  #queue: Promise<void> = Promise.resolve()

  constructor(surroundings: Surroundings, signal: AbortSignal, generator?: Program) {
    this.#surroundings = surroundings
    this.#signal = signal
    this.#server = new Server(surroundings)
    const ran = () => {
      this.#queue = this.#queue.then(() => this.#serve())
    }
    this.generator = new Generator(surroundings, ran, generator)
  }

  /** Compiles, and starts what is new then. */
  compile(): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      await compile(this.#surroundings, this.#signal)
      this.#server.compiled()
      await this.generator.refresh()
      await this.#serve()
    })
    return this.#queue
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    await this.#queue
    await Promise.all([this.generator.stop(signal), this.#server.stop(signal)])
  }

  /** A document with problems leaves the server as it is. */
  async #serve(): Promise<void> {
    if (this.generator.isDone && !this.#signal.aborted) await this.#server.refresh()
  }
}
