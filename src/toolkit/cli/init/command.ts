import path from 'node:path'
import { DocumentError } from '../../generator/diagnostics/diagnostics.js'
import { ForeignFileError } from '../../generator/write/manifest.js'
import { fail } from '../arguments/command-error.js'
import { quoted } from '../arguments/command-line.js'
import { curlLine, PLAIN } from './curl-line.js'
import { type InitResult, init } from './init.js'
import { nextSteps } from './next-steps.js'
import { type InitCommandOptions, readInitOptions } from './options.js'
import { type Install, install, managerOf } from './package-manager.js'
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
