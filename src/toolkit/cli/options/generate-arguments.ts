import { FEATURES } from '../../generator/diagnostics/diagnostics.js'
import type { ShapeOptions } from '../../generator/shape/shape.js'
import { isInside } from '../../generator/shared/import-specifier.js'
import {
  type CommandArguments,
  CommandError,
  oneOf,
  readArguments,
} from '../arguments/arguments.js'
import { stubsFolderOf } from '../project/files.js'
import { importExtensionOf } from '../project/typescript.js'
import { formatsOf, GENERATE_OPTIONS, type GenerateCommandOptions } from './generate-options.js'

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
  const { spec, root, out, ignore = [], all = false, strict = false } = values
  const { check = false, watch = false, client = false, format = [] } = values
  const stubs = values.stubs === DEFAULT_STUBS ? stubsFolderOf(out) : values.stubs
  checkSource(spec, ignore)
  const int64 = oneOf('int64', values.int64, ['bigint', 'number'])
  const discriminator = oneOf('discriminator', values.discriminator, ['lenient', 'strict'])
  const extension = values['import-extension'] ?? importExtensionOf(out)
  const importExtension = oneOf('import-extension', extension, ['js', 'ts'])
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

/** @throws {CommandError} for a document that cannot be a file, and for features that cannot be left out. */
export function checkSource(spec: string, ignore: readonly string[] = []): void {
  const refused = refuseRemote(spec)
  if (refused !== undefined) throw new CommandError(refused)
  for (const name of ignore) oneOf('ignore', name, FEATURES)
}

/** Message about the name of a document that cannot be a file; `undefined` if it can. */
export function refuseRemote(spec: string): string | undefined {
  if (!/^https?:/i.test(spec)) return undefined
  return `--spec ${spec}: is no file; save the document and name that`
}
