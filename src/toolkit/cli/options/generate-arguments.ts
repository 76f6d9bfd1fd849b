import { refuseFeatures } from '../../generator/read/features.js'
import type { ShapeOptions } from '../../generator/shape/shape.js'
import { isInside } from '../../generator/shared/import-specifier.js'
import { type CommandArguments, CommandError, readArguments } from '../arguments/arguments.js'
import { seeHelp } from '../arguments/suggestions.js'
import { stubsFolderOf } from '../project/files.js'
import { importExtensionOf } from '../project/tsconfig.js'
import { formatsOf } from './formats.js'
import { GENERATE_OPTIONS, type GenerateCommandOptions } from './generate-options.js'

export function readGenerateOptions(args: readonly string[]): GenerateCommandOptions {
  const { values } = readArguments('generate', GENERATE_OPTIONS, args.map(withStubsValue))
  return toGenerateOptions(values, 'generate')
}

/** Value of a bare `--stubs`: not a possible folder. */
const DEFAULT_STUBS = '\0'

/** Gives a bare `--stubs` a value, since `parseArgs` has no optional values. */
export function withStubsValue(arg: string, index: number, args: readonly string[]): string {
  const next = args[index + 1]
  const isBare = arg === '--stubs' && (next === undefined || next.startsWith('-'))
  return isBare ? `${arg}=${DEFAULT_STUBS}` : arg
}

type GenerateArguments = CommandArguments<typeof GENERATE_OPTIONS>['values']

/** Values of a command that generates; not every one has `--check` and `--watch`. */
type GenerateValues = Omit<GenerateArguments, 'check' | 'watch'> &
  Partial<Pick<GenerateArguments, 'check' | 'watch'>>

/**
 * The options of a command that generates.
 *
 * @param name - The command, for error messages.
 * @throws {CommandError} with what is wrong.
 */
export function toGenerateOptions(values: GenerateValues, name: string): GenerateCommandOptions {
  const { spec, root, out, int64, discriminator, ignore = [], all = false, strict = false } = values
  const { check = false, watch = false, client = false, format = [] } = values
  const importExtension = values['import-extension'] ?? importExtensionOf(out)
  const stubs = values.stubs === DEFAULT_STUBS ? stubsFolderOf(out) : values.stubs
  const refused = refuseRemote(spec) ?? refuseFeatures(ignore)
  if (refused !== undefined) throw new CommandError(refused)
  if (int64 !== 'bigint' && int64 !== 'number') {
    const types = 'an int64 is a bigint or a number'
    throw new CommandError(`--int64 ${int64}: ${types}; ${seeHelp(name)}`)
  }
  if (discriminator !== 'lenient' && discriminator !== 'strict') {
    const modes = 'a discriminator is lenient or strict'
    throw new CommandError(`--discriminator ${discriminator}: ${modes}; ${seeHelp(name)}`)
  }
  if (importExtension !== 'js' && importExtension !== 'ts') {
    const ends = 'imports end with js or ts'
    throw new CommandError(`--import-extension ${importExtension}: ${ends}; ${seeHelp(name)}`)
  }
  if (check && watch) {
    throw new CommandError('--check looks once and --watch goes on; use one of them')
  }
  if (stubs !== undefined && isInside(stubs, out)) {
    throw new CommandError(
      `${stubs}: handlers are yours, ${out} is not; name a folder outside of it with --stubs`,
    )
  }
  const shape = shapeOf(values)
  const formats = formatsOf(format, name)
  const common = { spec, root, shape, out, check, watch, stubs, ignore, all, strict }
  return { ...common, int64, formats, discriminator, client, importExtension }
}

/** The changes of a document that options ask for; a tag may not have a comma. */
export function shapeOf(values: {
  readonly overlay?: readonly string[] | undefined
  readonly only?: readonly string[] | undefined
  readonly without?: readonly string[] | undefined
}): ShapeOptions {
  const tags = (lists: readonly string[] = []) =>
    lists.flatMap((list) => list.split(',').map((tag) => tag.trim()))
  const { overlay: overlays = [], only, without } = values
  return { overlays, only: tags(only), without: tags(without) }
}

/** Arguments for the same options, without defaults, `--check` and `--watch`. */
export function generateArguments(
  options: Partial<GenerateCommandOptions>,
  usualExtension = importExtensionOf(options.out ?? GENERATE_OPTIONS.out.default),
): string[] {
  const { shape, formats = {}, ignore = [], client, all = false, strict = false } = options
  const values: [option: string, value: string | undefined, usual?: string][] = [
    ['--spec', options.spec, GENERATE_OPTIONS.spec.default],
    ['--root', options.root],
    ['--out', options.out, GENERATE_OPTIONS.out.default],
    ['--stubs', options.stubs],
    ['--int64', options.int64, GENERATE_OPTIONS.int64.default],
    ['--discriminator', options.discriminator, GENERATE_OPTIONS.discriminator.default],
    ['--import-extension', options.importExtension, usualExtension],
  ]
  return [
    ...values.flatMap(([option, value, usual]) =>
      value === undefined || value === usual ? [] : [option, value],
    ),
    ...Object.entries(formats).flatMap(([name, type]) => ['--format', `${name}=${type}`]),
    ...(shape?.overlays ?? []).flatMap((file) => ['--overlay', file]),
    ...(shape?.only ?? []).flatMap((tag) => ['--only', tag]),
    ...(shape?.without ?? []).flatMap((tag) => ['--without', tag]),
    ...ignore.flatMap((feature) => ['--ignore', feature]),
    ...(client ? ['--client'] : []),
    ...(all ? ['--all'] : []),
    ...(strict ? ['--strict'] : []),
  ]
}

/** Message about the name of a document that cannot be a file; `undefined` if it can. */
export function refuseRemote(spec: string): string | undefined {
  if (!/^https?:/i.test(spec)) return undefined
  return `--spec ${spec}: is no file; save the document and name that`
}
