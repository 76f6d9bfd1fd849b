import { DocumentError } from '../../generator/diagnostics/problems.js'
import { ForeignFileError } from '../../generator/write/write.js'
import { fail, reportCommandErrors } from '../arguments/arguments.js'
import { type InitCommandOptions, readInitOptions } from '../options/command-options.js'
import { type InitResult, init } from './init.js'
import { nextSteps, shellLine } from './next-steps.js'
import { type Install, install, managerOf, type PackageManager } from './package-manager.js'

export function main(args: readonly string[], runInstall = install): Promise<number> {
  const kinds = [ForeignFileError, DocumentError]
  const run = () => makeProject(readInitOptions(args), runInstall)
  return reportCommandErrors(run, 1, kinds, 'name another folder with --dir')
}

async function makeProject(options: InitCommandOptions, runInstall: Install): Promise<number> {
  const result = await init(options.root, options)
  const { files, notes } = result.writer
  for (const file of files) console.log(`+ ${file}`)
  for (const note of notes) console.log(`! ${note}`)
  const { root, manifest } = result.project
  const manager = managerOf(root, manifest.packageManager)
  const failure = await installPackages(result, options, manager, runInstall)
  for (const line of nextSteps(result, options, manager)) console.log(line)
  return failure === undefined ? 0 : fail(failure)
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
