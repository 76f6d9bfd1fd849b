import path from 'node:path'
import process from 'node:process'
import { lacksTypeScript } from '../project/native.js'
import { type Compiler, findCompiler } from '../tsc.js'
import { changed } from '../watch/changed.js'
import { filesAt, type Snapshot, treesAt } from '../watch/snapshot.js'
import type { Surroundings } from './child.js'
import { compile } from './compile.js'
import { type Entry, entryOf, refuseMissing, refuseTypeScript } from './entry.js'
import { Generator, type Program } from './generator.js'
import type { Options } from './options.js'
import { type Project, readProject } from './project.js'
import { Server } from './server.js'

/** What a developer writes; the document, and what it refers to, the generator watches. */
const SOURCES = /\.([cm]?tsx?|json)$/

/**
 * The command `dev`: generates when the document changes, compiles when code does, and starts the server
 * again when what was compiled is new, until the signal ends all that.
 *
 * @param root - The project.
 * @throws {UsageError} when there is no compiler, or nothing to run.
 */
export async function dev(
  root: string,
  options: Options,
  signal: AbortSignal,
  { generator, ...surroundings }: Partial<Surroundings> & { generator?: Program } = {},
): Promise<void> {
  const entry = entryOf(root, options.entry)
  const around: Surroundings = { root, ...OWN, ...surroundings }
  refuseTypeScript(entry, lacksTypeScript(around.env))
  const compiler = await findCompiler(root)
  const rounds = new Rounds({ around, compiler, entry, options, signal, generator })
  await rounds.generator.refresh()
  while (!signal.aborted) {
    const project = await readProject(compiler, root)
    const look = () => sourcesAt(project)
    const seen = look()
    const isCompiled = await rounds.compile(project)
    if (isCompiled) await orStopped(rounds, () => refuseMissing(entry))
    await changed({ seen, look, signal })
  }
  await rounds.stop(signal.reason)
}

/** Nothing goes on when one of the user's words turns out to be wrong. */
async function orStopped(rounds: Rounds, check: () => void): Promise<void> {
  try {
    check()
  } catch (error) {
    await rounds.stop('SIGTERM')
    throw error
  }
}

const OWN: Pick<Surroundings, 'env' | 'stdio'> = {
  env: process.env,
  stdio: ['inherit', 'inherit', 'inherit'],
}

function sourcesAt({ configs, sources, outputs }: Project): Snapshot {
  return new Map([...filesAt(configs), ...treesAt(sources, SOURCES, outputs)])
}

/** What all rounds have in common. */
interface Given {
  readonly around: Surroundings
  readonly compiler: Compiler
  readonly entry: Entry
  readonly options: Options
  readonly signal: AbortSignal
  readonly generator: Program | undefined
}

/** Does one thing after the other, so that nothing is started from code that is half written. */
class Rounds {
  readonly generator: Generator
  readonly #server: Server
  readonly #given: Given
  #queue: Promise<void> = Promise.resolve()

  constructor(given: Given) {
    const { around, entry, options, generator } = given
    this.#given = given
    this.#server = new Server(around, entry)
    const ran = () => {
      this.#queue = this.#queue.then(() => this.#serve())
    }
    this.generator = new Generator(around, options.generate, ran, generator)
  }

  /** Compiles, and starts what is new then; resolves with whether all was right. */
  async compile(project: Project): Promise<boolean> {
    const { around, compiler, options, signal } = this.#given
    let isCompiled = false
    this.#queue = this.#queue.then(async () => {
      isCompiled = await compile(compiler, project, around, signal)
      this.#server.compiled(codeOf(project, path.resolve(around.root, options.out)))
      await this.generator.refresh()
      await this.#serve()
    })
    await this.#queue
    return isCompiled
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    await this.#queue
    await Promise.all([this.generator.stop(signal), this.#server.stop(signal)])
  }

  /** A document with problems leaves the server as it is. */
  async #serve(): Promise<void> {
    if (this.generator.isDone && !this.#given.signal.aborted) await this.#server.refresh()
  }
}

/** The folders of what runs; sources among them where they are compiled in their places, or not at all. */
function codeOf({ sources, outputs }: Project, generated: string): string[] {
  return [...(outputs.length === 0 ? sources : outputs), generated]
}
