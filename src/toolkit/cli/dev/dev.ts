import path from 'node:path'
import process from 'node:process'
import type { DevCommandOptions } from '../options/command-options.js'
import type { ChildSettings } from '../process/child.js'
import { changed } from '../project/changes.js'
import { findCompiler, lacksTypeScript } from '../project/compiler.js'
import { CONFIG, configurationText } from '../project/config-file.js'
import { filesAt, type Snapshot, treesAt } from '../project/snapshot.js'
import { type CompiledProject, compile, readProject, translate } from './compiled-project.js'
import { entryPointOf, refuseMissing, refuseTypeScript } from './entry-point.js'
import { type GeneratorScript, generatorProcess, serverProcess } from './processes.js'

/**
 * The command `dev`: generates when the document changes, compiles when code does, and starts the server
 * again when the compiled code has changed, until the signal is aborted. Returns the exit code.
 */
export async function dev(
  root: string,
  contracts: readonly DevCommandOptions[],
  signal: AbortSignal,
  { generator: script, ...others }: Partial<ChildSettings> & { generator?: GeneratorScript } = {},
): Promise<number> {
  const named = contracts.find(({ entry }) => entry !== undefined)
  const entry = entryPointOf(root, named?.entry)
  const settings: ChildSettings = { root, env: process.env, stdio: INHERITED, ...others }
  refuseTypeScript(entry, lacksTypeScript(settings.env))
  const compiler = await findCompiler(root)
  const generated = contracts.map(({ out }) => path.resolve(root, out))
  const next = createQueue()
  const server = serverProcess(settings, entry)
  // A document with problems leaves the server as it is.
  const serve = async () =>
    generators.every(({ isDone }) => isDone) && !signal.aborted && server.refresh()
  const generators = contracts.map(({ generate }) =>
    generatorProcess(settings, generate, () => next(serve), script),
  )
  const refresh = () => Promise.all(generators.map((each) => each.refresh()))
  const stop = (name: NodeJS.Signals) =>
    next(() => Promise.all([...generators, server].map((each) => each.stop(name))))
  const serveCompiled = async (project: CompiledProject) => {
    server.compiled(codeFolders(project, generated))
    await refresh()
    await serve()
  }
  // The server need not wait for the check of the types, nor the next change for its end.
  const compileAndServe = async (project: CompiledProject, until: AbortSignal) => {
    await translate(compiler, project, settings, until)
    if (!until.aborted && !project.isCheckedFirst) await serveCompiled(project)
    const isCompiled = !until.aborted && (await compile(compiler, project, settings, until))
    if (!until.aborted) await serveCompiled(project)
    return isCompiled
  }
  await refresh()
  while (!signal.aborted) {
    const project = await readProject(compiler, root)
    const look = () => new Map([...sourcesAt(project), [CONFIG, configurationText(root)]])
    const seen = look()
    const outdated = new AbortController()
    const watched = AbortSignal.any([signal, outdated.signal])
    const change = changed({ seen, look, signal: watched }).then(() => outdated.abort())
    const { signal: until } = outdated
    const isCompiled = await next(() => compileAndServe(project, until))
    try {
      if (isCompiled) refuseMissing(entry)
    } catch (error) {
      outdated.abort()
      await stop('SIGTERM')
      throw error
    }
    await change
    if (look().get(CONFIG) !== seen.get(CONFIG))
      console.log(`${CONFIG}: has changed; start this command again to read it`)
  }
  await stop(signal.reason)
  return 0
}

const INHERITED = ['inherit', 'inherit', 'inherit'] as const

/** Runs one step at a time, so that no process starts from half-written code. */
function createQueue(): <T>(step: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (step) => {
    const result = last.then(step)
    last = result
    return result
  }
}

/** Files that a developer edits; the generator watches those of the document. */
const SOURCES = /\.([cm]?tsx?|json)$/

function sourcesAt({ configs, sources, outputs }: CompiledProject): Snapshot {
  return new Map([...filesAt(configs), ...treesAt(sources, SOURCES, outputs)])
}

/** Without an output folder, code runs from the folders of its sources. */
function codeFolders(
  { sources, outputs }: CompiledProject,
  generated: readonly string[],
): string[] {
  return [...(outputs.length === 0 ? sources : outputs), ...generated]
}
