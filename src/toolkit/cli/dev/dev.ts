import path from 'node:path'
import process from 'node:process'
import type { DevCommandOptions } from '../options/command-options.js'
import { type Child, type ChildSettings, startChild } from '../process/child.js'
import { BIN, DIST, GENERATOR_FLAGS } from '../process/own-process.js'
import { findCompiler, lacksTypeScript } from '../project/typescript.js'
import { type CompiledProject, compile } from './compiled-project.js'
import { entryPointOf, refuseMissing, refuseTypeScript } from './entry-point.js'
import { createRounds, type DevRound } from './rounds.js'
import { digest, serverProcess } from './server-process.js'
import { translate } from './translate.js'

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
  const outs = contracts.map(({ out }) => path.resolve(root, out))
  const next = createQueue()
  const server = serverProcess(settings, entry)
  const rounds = createRounds(compiler, root)
  // A document with problems leaves the server as it is.
  const serve = async () =>
    generators.every(({ isDone }) => isDone) && !signal.aborted && server.refresh()
  const generated = (): void => {
    rounds.look()
    next(serve)
  }
  const generators = contracts.map(({ generate }) =>
    generatorProcess(settings, generate, generated, script),
  )
  const refresh = () => Promise.all(generators.map((each) => each.refresh()))
  const stop = (name: NodeJS.Signals) =>
    next(() => Promise.all([...generators, server].map((each) => each.stop(name))))
  const serveCompiled = async (project: CompiledProject) => {
    // Without an output folder, code runs from the folders of its sources.
    const { sources, outputs } = project
    server.compiled([...(outputs.length === 0 ? sources : outputs), ...outs])
    await refresh()
    await serve()
  }
  // The server need not wait for the check of the types, nor the next change for its end.
  const compileAndServe = async ({ project, changed, done }: DevRound, until: AbortSignal) => {
    // What cannot be parsed leaves the server as it is.
    const isParsed = await translate(compiler, project, settings, until, changed)
    if (!until.aborted && isParsed) done()
    if (!until.aborted && isParsed && !project.isCheckedFirst) await serveCompiled(project)
    const isCompiled = !until.aborted && (await compile(compiler, project, settings, until))
    if (!until.aborted && isParsed) await serveCompiled(project)
    if (!until.aborted) server.prepare()
    return isCompiled
  }
  await refresh()
  while (!signal.aborted) {
    const round = await rounds.next(signal)
    const isCompiled = await next(() => compileAndServe(round, round.until))
    try {
      if (isCompiled) refuseMissing(entry)
    } catch (error) {
      round.end()
      await stop('SIGTERM')
      throw error
    }
    await round.change
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

/** A script that watches the document, and the folders of its code. */
export interface GeneratorScript {
  readonly script: string
  readonly code: readonly string[]
}

/**
 * The generator, which watches the document in a process of its own.
 *
 * @param ran - Called after each run.
 */
export function generatorProcess(
  settings: ChildSettings,
  args: readonly string[],
  ran: () => void,
  { script, code }: GeneratorScript = { script: BIN, code: [DIST] },
) {
  let child: Child | undefined
  let running = ''
  const generator = {
    /** True if the last run succeeded. */
    isDone: false,
    /** Starts it, or starts it again if its code has changed; resolves after its first run. */
    async refresh(): Promise<void> {
      const current = digest(code)
      if (current === running) return
      running = current
      await child?.stop()
      await new Promise<void>((resolve) => {
        const done = (isDone: boolean) => {
          generator.isDone = isDone
          ran()
          resolve()
        }
        const message = (message: unknown) => done((message as { code: number }).code === 0)
        const ended = (why: string) => {
          console.error(`generator: ended with ${why}; waiting for a change`)
          done(false)
        }
        const all = ['generate', '--config=none', '--watch', ...args]
        child = startChild(script, all, settings, { message, ended }, GENERATOR_FLAGS)
      })
    },
    stop: async (signal: NodeJS.Signals) => child?.stop(signal),
  }
  return generator
}
