import path from 'node:path'
import { CommandError } from '../arguments/arguments.js'
import { entriesOf } from '../config/entries.js'
import { readGenerateOptions } from '../options/generate-arguments.js'
import { GENERATE_OPTIONS, type GenerateCommandOptions } from '../options/generate-options.js'
import { configurationIn } from '../project/config-file.js'
import { posixPath } from '../project/files.js'

/** What the configuration of a project says about its only contract; its paths are in the project. */
export interface OwnConfiguration {
  /** Name for messages. */
  readonly name: string
  readonly spec: string
  readonly out: string
  readonly stubs: string | undefined
  /** `undefined` leaves it to the project's tsconfig.json. */
  readonly importExtension: 'js' | 'ts' | undefined
  readonly options: GenerateCommandOptions
}

/**
 * The configuration that a project has before `init`; `undefined` if there is none.
 *
 * @throws {CommandError} when it cannot be read, or has several contracts.
 */
export async function ownConfiguration(root: string): Promise<OwnConfiguration | undefined> {
  const configuration = await configurationIn(root)
  if (configuration === undefined) return undefined
  const { name } = configuration
  const [entry, ...others] = entriesOf(configuration)
  if (entry === undefined || others.length > 0) {
    const count = entry === undefined ? 'no contract' : `${others.length + 1} contracts`
    throw new CommandError(`${name}: has ${count}, and ${ONE_CONTRACT}`)
  }
  const args = Object.keys(GENERATE_OPTIONS).flatMap((option) => entry.args.get(option) ?? [])
  const usual = path.join(path.relative('.', root), GENERATE_OPTIONS.out.default)
  const options = readGenerateOptions([`--out=${usual}`, ...args])
  const inProject = (file: string) => posixPath(path.relative(root, path.resolve(file)))
  return {
    name,
    spec: inProject(entry.spec),
    out: inProject(options.out),
    stubs: options.stubs && inProject(options.stubs),
    importExtension: entry.args.has('import-extension') ? options.importExtension : undefined,
    options,
  }
}

const ONE_CONTRACT =
  'init takes one; nothing is written. For the code of each run npx fastify-contract generate, which with "stubs": DIR writes handlers, too'
