import type { ShapeOptions } from '../../generator/shape/shape.js'
import { isInside } from '../../generator/shared/import-specifier.js'
import { CommandError, readArguments } from '../arguments/arguments.js'
import { type CommandOptions, camelCase, type OptionValues } from '../arguments/command.js'
import { stubsFolderOf } from '../project/files.js'
import { importExtensionOf } from '../project/typescript.js'
import { formatsOf, GENERATE_OPTIONS } from './generate-options.js'

export function readGenerateOptions(args: readonly string[]) {
  const { values } = readArguments('generate', GENERATE_OPTIONS, args)
  return toGenerateOptions(values, 'generate')
}

export type GenerateCommandOptions = ReturnType<typeof toGenerateOptions>

type GenerateValues = OptionValues<typeof GENERATE_OPTIONS>

/** Values of a command that generates; not every one has `--check` and `--watch`. */
type SomeValues = Omit<GenerateValues, 'check' | 'watch'> &
  Partial<Pick<GenerateValues, 'check' | 'watch'>>

/**
 * The options of a command that generates.
 *
 * @param name - The command, for error messages.
 * @throws {CommandError} with what is wrong.
 */
export function toGenerateOptions(values: SomeValues, name: string) {
  const { overlay, only, without, format, importExtension, ...own } = values
  const { out, check = false, watch = false } = own
  const stubs = own.stubs === true ? stubsFolderOf(out) : own.stubs
  if (check && watch) {
    throw new CommandError('--check looks once and --watch goes on; use one of them')
  }
  if (stubs !== undefined && isInside(stubs, out)) {
    throw new CommandError(
      `${stubs}: handlers are yours, ${out} is not; name a folder outside of it with --stubs`,
    )
  }
  return {
    ...{ ...own, check, watch, stubs, shape: shapeOf(values) },
    formats: formatsOf(format, name),
    importExtension: importExtension ?? importExtensionOf(out),
  }
}

/** The changes of a document that options ask for. */
export function shapeOf({
  overlay,
  only,
  without,
}: Pick<GenerateValues, 'overlay' | 'only' | 'without'>): ShapeOptions {
  return { overlays: overlay, only: only.flat(), without: without.flat() }
}

/** Options that generated code depends on, in the order in which its headers name them. */
const NAMED =
  'spec root out stubs int64 import-extension format overlay only without ignore client all strict'
const OPTIONS: CommandOptions = GENERATE_OPTIONS

/** Arguments for the same options, without defaults, `--check` and `--watch`. */
export function generateArguments(
  { shape, formats = {}, ...options }: Partial<GenerateCommandOptions>,
  usualExtension = importExtensionOf(options.out ?? GENERATE_OPTIONS.out.default),
): string[] {
  const values: Readonly<Record<string, unknown>> = {
    ...{ ...options, ...shape, overlay: shape?.overlays },
    format: Object.entries(formats).map(([name, type]) => `${name}=${type}`),
  }
  return NAMED.split(' ').flatMap((name) => {
    const value = values[camelCase(name)] ?? []
    if (typeof value === 'boolean') return value ? [`--${name}`] : []
    const usual = name === 'import-extension' ? usualExtension : OPTIONS[name]?.default
    const texts = [value].flat().filter((each) => each !== usual)
    return texts.flatMap((each) => [`--${name}`, String(each)])
  })
}
