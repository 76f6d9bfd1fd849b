import path from 'node:path'
import { DocumentError } from '../../generator/diagnostics/diagnostics.js'
import { ForeignFileError } from '../../generator/write/manifest.js'
import { init, type Made } from './init.js'
import { InitError } from './init-error.js'
import { type Install, install, managerOf } from './manager.js'
import { nextSteps } from './next-steps.js'
import { type Options, readOptions } from './options.js'
import { quoted } from './quoted.js'
import { curlLine } from './request.js'
import { schemesOf } from './schemes.js'

export { OPTIONS } from './options.js'

/** The command `init`. Returns the exit code. */
export async function main(
  args: readonly string[],
  installing: Install = install,
): Promise<number> {
  const options = readOptions(args)
  try {
    const made = await init(options.root, options)
    const { files, notes } = made.written
    for (const file of files) console.log(`+ ${file}`)
    for (const note of notes) console.log(`! ${note}`)
    const failed = await installPackages(made, options, installing)
    for (const line of stepsFor(made, options)) console.log(line)
    return failed === undefined ? 0 : fail(failed)
  } catch (error) {
    return fail(explain(error))
  }
}

/** What failed, in a line. */
async function installPackages(
  { project: { root, manifest, app }, isInstalling }: Made,
  options: Options,
  installing: Install,
): Promise<string | undefined> {
  if (!isInstalling) return undefined
  const manager = managerOf(root, manifest.packageManager)
  if (!options.install) {
    // For a service the next line says it.
    if (app !== undefined)
      console.log(`! nothing is installed; run: ${shell(options, `${manager} install`)}`)
    return undefined
  }
  console.log(`${manager} install ...`)
  const { ok, why, stderr } = await installing(manager, root)
  if (ok) return undefined
  const [, reason = why] = /^(?:npm error|ERR_PNPM\w*|error) (.*)/im.exec(stderr) ?? []
  return `${manager} install: failed (${reason}); run it yourself in ${root}`
}

/** A line for the shell, which is run in the project. */
function shell({ dir }: Options, ...commands: readonly string[]): string {
  const folder = path.relative('.', dir)
  return [...(folder === '' ? [] : [`cd ${quoted(folder)}`]), ...commands].join(' && ')
}

function stepsFor(made: Made, options: Options): string[] {
  const { project, layout, document, secret, isInstalling } = made
  const { model } = document.generated
  const manager = managerOf(project.root, project.manifest.packageManager)
  const install = isInstalling && !options.install ? [`${manager} install`] : []
  return nextSteps(project, layout, {
    run: shell(options, ...install, `${manager} run dev`),
    curl: curlLine(model, schemesOf(model), secret),
    answer: answerOf(made),
  })
}

/** What that line is answered. */
function answerOf({ document: { isStarter, generated }, isReady }: Made): string {
  const isThere = isStarter || generated.model.operations.length === 0
  const answer = isThere ? '200' : '501 until there is a handler'
  return isReady ? answer : `${answer}, once what the lines with ! ask for is done`
}

function explain(error: unknown): string {
  if (error instanceof InitError || error instanceof ForeignFileError) return error.message
  if (error instanceof DocumentError) return error.message
  const { code, path: file } = error as NodeJS.ErrnoException
  /* c8 ignore next -- a fault of ours, not of the user's */
  if (code === undefined || file === undefined) throw error
  return `${file}: cannot be written or read (${code}); name another folder with --dir`
}

function fail(message: string): number {
  console.error(message)
  return 1
}
