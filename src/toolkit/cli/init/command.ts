import path from 'node:path'
import process from 'node:process'
import { DocumentError } from '../../generator/diagnostics/diagnostics.js'
import { importSpecifier } from '../../generator/shared/import-specifier.js'
import { ForeignFileError } from '../../generator/write/manifest.js'
import { fail, quoted } from '../arguments/arguments.js'
import { type InitCommandOptions, readInitOptions } from '../options/command-options.js'
import { type Execution, execute } from '../process/child.js'
import { findUp } from '../project/files.js'
import { appStart } from './compilation.js'
import { type InitResult, init } from './init.js'
import type { AppSource, ProjectFacts } from './project.js'
import type { Layout } from './project-files.js'
import { curlLine, PLAIN, schemesOf } from './security-schemes.js'

/** The command `init`. Returns the exit code. */
export async function main(args: readonly string[], runInstall = install): Promise<number> {
  const options = readInitOptions(args)
  try {
    const result = await init(options.root, options)
    const { files, notes } = result.writer
    for (const file of files) console.log(`+ ${file}`)
    for (const note of notes) console.log(`! ${note}`)
    const { root, manifest } = result.project
    const manager = managerOf(root, manifest.packageManager)
    const failure = await installPackages(result, options, manager, runInstall)
    for (const line of nextSteps(result, options, manager)) console.log(line)
    return failure === undefined ? 0 : fail(failure)
  } catch (error) {
    return fail(explain(error))
  }
}

/** Resolves with a message if it fails. */
async function installPackages(
  { project: { root, app }, needsInstall }: InitResult,
  options: InitCommandOptions,
  manager: PackageManager,
  runInstall: Install,
): Promise<string | undefined> {
  if (!needsInstall) return undefined
  if (!options.install) {
    // For a new service the install command is part of the next steps.
    const command = shellLine(options, `${manager} install`)
    if (app !== undefined) console.log(`! nothing is installed; run: ${command}`)
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

function explain(error: unknown): string {
  if (error instanceof ForeignFileError || error instanceof DocumentError) return error.message
  const { code, path: file } = error as NodeJS.ErrnoException
  if (code === undefined || file === undefined) throw error
  return `${file}: cannot be written or read (${code}); name another folder with --dir`
}

function nextSteps(
  result: InitResult,
  options: InitCommandOptions,
  manager: PackageManager,
): string[] {
  const { project, layout, document, secret, needsInstall } = result
  if (project.app !== undefined) return stepsForApp(project, project.app, layout)
  const { model } = document.generated
  const install = needsInstall && !options.install ? [`${manager} install`] : []
  const isImplemented = document.isStarter || model.operations.length === 0
  const answer = isImplemented ? '200' : '501 until there is a handler'
  const condition = result.isReady ? '' : ', once what the lines with ! ask for is done'
  return [
    `next: ${shellLine(options, ...install, `${manager} run dev`)}`,
    `then: ${curlLine(model, schemesOf(model), secret)}`,
    `  which is answered ${answer}${condition}; handlers are in ${layout.src}/handlers`,
  ]
}

function stepsForApp(
  project: ProjectFacts,
  app: AppSource,
  { src, compilation }: Layout,
): string[] {
  const start = appStart(project, compilation)
  const module = importSpecifier(
    path.posix.dirname(app.file),
    `${src}/service.${compilation.extension}`,
  )
  return [
    `next: add these lines to ${app.file}, where the app is built:`,
    app.requires
      ? `  const { service } = require('${module}')`
      : `  import { service } from '${module}'`,
    `  ${app.name}.register(service())`,
    ...(start === undefined ? [] : [`then: ${start.command}`]),
  ]
}

type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const LOCK_FILES: Readonly<Record<string, PackageManager>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
}

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
  const locks = Object.entries(LOCK_FILES).flatMap(([file, manager]) => {
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
