import path from 'node:path'
import process from 'node:process'
import type { ChildSettings } from '../process/child.js'
import type { Executable } from '../process/execute.js'
import { changed, filesAt, type Snapshot, treesAt } from '../project/changes.js'
import { findCompiler, lacksTypeScript } from '../project/compiler.js'
import { type CompiledProject, compile, readProject } from './compiled-project.js'
import { type EntryPoint, entryPointOf, refuseMissing, refuseTypeScript } from './entry-point.js'
import type { DevCommandOptions } from './options.js'
import { GeneratorProcess, type GeneratorScript, ServerProcess } from './processes.js'

/** Files that a developer edits; the generator watches those of the document. */
const SOURCES = /\.([cm]?tsx?|json)$/

/**
 * The command `dev`: generates when the document changes, compiles when code does, and starts the server
 * again when the compiled code has changed, until the signal is aborted. Returns the exit code.
 *
 * @param root - The project.
 * @throws {CommandError} when there is no compiler, or nothing to run.
 */
export async function dev(
  root: string,
  options: DevCommandOptions,
  signal: AbortSignal,
  { generator, ...others }: Partial<ChildSettings> & { generator?: GeneratorScript } = {},
): Promise<number> {
  const entry = entryPointOf(root, options.entry)
  const settings: ChildSettings = { root, ...OWN, ...others }
  refuseTypeScript(entry, lacksTypeScript(settings.env))
  const compiler = await findCompiler(root)
  const cycle = new DevCycle({ settings, compiler, entry, options, signal, generator })
  await cycle.generator.refresh()
  while (!signal.aborted) {
    const project = await readProject(compiler, root)
    const look = () => sourcesAt(project)
    const seen = look()
    if (await cycle.compile(project)) await orStop(cycle, () => refuseMissing(entry))
    await changed({ seen, look, signal })
  }
  await cycle.stop(signal.reason)
  return 0
}

/** An error leaves no process behind. */
async function orStop(cycle: DevCycle, check: () => void): Promise<void> {
  try {
    check()
  } catch (error) {
    await cycle.stop('SIGTERM')
    throw error
  }
}

const OWN: Pick<ChildSettings, 'env' | 'stdio'> = {
  env: process.env,
  stdio: ['inherit', 'inherit', 'inherit'],
}

function sourcesAt({ configs, sources, outputs }: CompiledProject): Snapshot {
  return new Map([...filesAt(configs), ...treesAt(sources, SOURCES, outputs)])
}

interface DevCycleOptions {
  readonly settings: ChildSettings
  readonly compiler: Executable
  readonly entry: EntryPoint
  readonly options: DevCommandOptions
  readonly signal: AbortSignal
  readonly generator: GeneratorScript | undefined
}

/** Runs one step at a time, so that no process starts from half-written code. */
class DevCycle {
  readonly generator: GeneratorProcess
  readonly #server: ServerProcess
  readonly #options: DevCycleOptions
  #queue: Promise<void> = Promise.resolve()

  constructor(options: DevCycleOptions) {
    const { settings, entry, generator } = options
    this.#options = options
    this.#server = new ServerProcess(settings, entry)
    const ran = () => {
      this.#queue = this.#queue.then(() => this.#serve())
    }
    this.generator = new GeneratorProcess(settings, options.options.generate, ran, generator)
  }

  /** Compiles, and restarts what has changed. Resolves with true if there is no problem. */
  async compile(project: CompiledProject): Promise<boolean> {
    const { settings, compiler, options, signal } = this.#options
    let isCompiled = false
    this.#queue = this.#queue.then(async () => {
      isCompiled = await compile(compiler, project, settings, signal)
      this.#server.compiled(codeFolders(project, path.resolve(settings.root, options.out)))
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
    if (this.generator.isDone && !this.#options.signal.aborted) await this.#server.refresh()
  }
}

/** Without an output folder, code runs from the folders of its sources. */
function codeFolders({ sources, outputs }: CompiledProject, generated: string): string[] {
  return [...(outputs.length === 0 ? sources : outputs), generated]
}
