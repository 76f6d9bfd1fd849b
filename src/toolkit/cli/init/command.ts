import path from 'node:path'
import process from 'node:process'
import { DocumentError } from '../../generator/diagnostics/diagnostics.js'
import { importSpecifier } from '../../generator/shared/import-specifier.js'
import { ForeignFileError } from '../../generator/write/manifest.js'
import { fail } from '../arguments/command-error.js'
import { quoted } from '../arguments/command-line.js'
import { type Execution, execute } from '../process/execute.js'
import { findUp } from '../project/files.js'
import { appStart } from './compilation.js'
import { curlLine, PLAIN } from './curl-line.js'
import { type InitResult, init } from './init.js'
import { type InitCommandOptions, readInitOptions } from './options.js'
import type { ProjectFacts } from './project.js'
import type { Layout } from './project-files.js'
import { schemesOf } from './security-schemes.js'

/** The command `init`. Returns the exit code. */
export async function main(
  args: readonly string[],
  runInstall: Install = install,
): Promise<number> {
  const options = readInitOptions(args)
  try {
    const result = await init(options.root, options)
    const { files, notes } = result.writer
    for (const file of files) console.log(`+ ${file}`)
    for (const note of notes) console.log(`! ${note}`)
    const failure = await installPackages(result, options, runInstall)
    for (const line of stepsFor(result, options)) console.log(line)
    return failure === undefined ? 0 : fail(failure)
  } catch (error) {
    return fail(explain(error))
  }
}

/** Resolves with a message if it fails. */
async function installPackages(
  { project: { root, manifest, app }, needsInstall }: InitResult,
  options: InitCommandOptions,
  runInstall: Install,
): Promise<string | undefined> {
  if (!needsInstall) return undefined
  const manager = managerOf(root, manifest.packageManager)
  if (!options.install) {
    // For a new service the install command is part of the next steps.
    if (app !== undefined)
      console.log(`! nothing is installed; run: ${shellLine(options, `${manager} install`)}`)
    return undefined
  }
  console.log(`${manager} install ...`)
  const { ok, why, stderr } = await runInstall(manager, root)
  if (ok) return undefined
  const [, reason = why] = /^(?:npm error|ERR_PNPM\w*|error) (.*)/im.exec(stderr) ?? []
  return `${manager} install: failed (${reason}); run it yourself in ${root}`
}

/** Commands for the shell, which run in the project. */
function shellLine({ dir }: InitCommandOptions, ...commands: readonly string[]): string {
  const folder = path.relative('.', dir)
  return [...(folder === '' ? [] : [`cd ${quoted(folder, PLAIN)}`]), ...commands].join(' && ')
}

function stepsFor(result: InitResult, options: InitCommandOptions): string[] {
  const { project, layout, document, secret, needsInstall } = result
  const { model } = document.generated
  const manager = managerOf(project.root, project.manifest.packageManager)
  const install = needsInstall && !options.install ? [`${manager} install`] : []
  return nextSteps(project, layout, {
    run: shellLine(options, ...install, `${manager} run dev`),
    curl: curlLine(model, schemesOf(model), secret),
    answer: answerOf(result),
  })
}

/** The answer to the curl line. */
function answerOf({ document: { isStarter, generated }, isReady }: InitResult): string {
  const isImplemented = isStarter || generated.model.operations.length === 0
  const answer = isImplemented ? '200' : '501 until there is a handler'
  return isReady ? answer : `${answer}, once what the lines with ! ask for is done`
}

function explain(error: unknown): string {
  if (error instanceof ForeignFileError || error instanceof DocumentError) return error.message
  const { code, path: file } = error as NodeJS.ErrnoException
  if (code === undefined || file === undefined) throw error
  return `${file}: cannot be written or read (${code}); name another folder with --dir`
}

/** Output about the next steps of the user. */
export function nextSteps(
  project: ProjectFacts,
  { src, compilation }: Layout,
  { run, curl, answer }: Readonly<Record<'run' | 'curl' | 'answer', string>>,
): string[] {
  const { app } = project
  if (app === undefined) {
    return [
      `next: ${run}`,
      `then: ${curl}`,
      `  which is answered ${answer}; handlers are in ${src}/handlers`,
    ]
  }
  const folder = app.file.split('/').slice(0, -1).join('/') || '.'
  const start = appStart(project, compilation)
  const module = `'${importSpecifier(folder, `${src}/service.${compilation.extension}`)}'`
  return [
    `next: add these lines to ${app.file}, where the app is built:`,
    app.requires
      ? `  const { service } = require(${module})`
      : `  import { service } from ${module}`,
    `  ${app.name}.register(service())`,
    ...(start === undefined ? [] : [`then: ${start.command}`]),
  ]
}

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const LOCK_FILES: readonly [file: string, manager: PackageManager][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
]

/**
 * The package manager of a project: the one that its `package.json` names, or that of the nearest lock
 * file, or the one that runs this command, or npm.
 */
export function managerOf(
  root: string,
  packageManager: unknown,
  { npm_config_user_agent: agent = '' }: NodeJS.ProcessEnv = process.env,
): PackageManager {
  const named = managerName(String(packageManager ?? ''))
  const locks = LOCK_FILES.flatMap(([file, manager]) => {
    const lock = findUp(root, file)
    return lock === undefined ? [] : [{ manager, depth: path.dirname(lock).length }]
  })
  const [nearest] = locks.toSorted((one, other) => other.depth - one.depth)
  return named ?? nearest?.manager ?? managerName(agent) ?? 'npm'
}

/** @param text - `pnpm@9.0.0`, or `pnpm/9.0.0 npm/? node/v20.0.0`. */
function managerName(text: string): PackageManager | undefined {
  return /^(npm|pnpm|yarn|bun)(?=[@/]|$)/.exec(text)?.[1] as PackageManager | undefined
}

/** Installs the dependencies of a project. */
export type Install = (manager: PackageManager, root: string) => Promise<Execution>

export const install: Install = (manager, cwd) => {
  const script = process.env.npm_execpath ?? ''
  const limits = { cwd, timeout: 600_000 }
  if (manager === 'npm' && path.basename(script) === 'npm-cli.js') {
    return execute(process.execPath, [script, 'install'], limits)
  }
  /* c8 ignore next 3 -- on Windows it is a script for the shell */
  if (process.platform === 'win32') {
    return execute('cmd.exe', ['/d', '/s', '/c', `${manager} install`], limits)
  }
  return execute(manager, ['install'], limits)
}
