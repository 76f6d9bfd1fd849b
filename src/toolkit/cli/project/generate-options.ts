import { refuseFeatures } from '../../generator/read/features.js'
import { isInside } from '../../generator/shared/import-specifier.js'
import type { CommandOptions } from '../arguments/command.js'
import { CommandError } from '../arguments/command-error.js'
import { type CommandArguments, readArguments, seeHelp } from '../arguments/read-arguments.js'
import { stubsFolderOf } from './files.js'
import { importExtensionOf } from './tsconfig.js'

/** The options of `generate`. */
export const GENERATE_OPTIONS = {
  spec: {
    type: 'string',
    value: 'FILE',
    default: 'spec/openapi.yaml',
    meaning: 'The OpenAPI document.',
  },
  root: {
    type: 'string',
    value: 'DIR',
    meaning:
      'The folder that every file of the document is in, where that is not the folder of `--spec`: a `$ref` that leads out of it is refused.',
  },
  out: {
    type: 'string',
    value: 'DIR',
    default: 'generated',
    meaning: 'The folder to generate into.',
  },
  check: {
    type: 'boolean',
    meaning: 'Write nothing; exit with 1 when something is stale or missing.',
  },
  watch: {
    type: 'boolean',
    meaning: 'Generate again whenever the document or a file that it refers to changes.',
  },
  stubs: {
    type: 'string',
    value: '[DIR]',
    meaning:
      'Write a handler to start from for each operation without one, once; into src/handlers beside the folder of --out where no folder is named.',
  },
  int64: {
    type: 'string',
    value: 'TYPE',
    default: 'bigint',
    meaning:
      'TypeScript type of an int64: `bigint`, or `number`, which refuses values that it cannot hold.',
  },
  'import-extension': {
    type: 'string',
    value: 'EXT',
    meaning:
      'End of imports of generated files: `js`, or `ts` for code that runs as TypeScript; by default, `ts` if tsconfig.json has allowImportingTsExtensions or rewriteRelativeImportExtensions.',
  },
  ignore: {
    type: 'string',
    multiple: true,
    value: 'FEATURE',
    meaning:
      'Leave out what the generator does not carry yet, with a warning for each place; may be repeated.',
  },
  all: {
    type: 'boolean',
    meaning:
      'Tell each problem; otherwise of more than ten of a kind the first ones, and how many.',
  },
  strict: {
    type: 'boolean',
    meaning: 'End with 1 where there is a warning, and write nothing.',
  },
} as const satisfies CommandOptions

/** The options of a run of the generator. */
export interface GenerateCommandOptions {
  readonly spec: string
  /** By default the folder of the document. */
  readonly root: string | undefined
  readonly out: string
  readonly check: boolean
  readonly watch: boolean
  /** The folder of the handlers. */
  readonly stubs: string | undefined
  readonly int64: 'bigint' | 'number'
  /** The extension of import specifiers. */
  readonly importExtension: 'js' | 'ts'
  readonly ignore: readonly string[]
  readonly all: boolean
  readonly strict: boolean
}

/** @throws {CommandError} when the arguments are wrong. */
export function readGenerateOptions(args: readonly string[]): GenerateCommandOptions {
  const syntax = { name: 'generate', options: GENERATE_OPTIONS }
  return toGenerateOptions(readArguments(syntax, args.map(withStubsValue)).values, 'generate')
}

/** Value of a bare `--stubs`: not a possible folder. */
const DEFAULT_STUBS = '\0'

/** Gives a bare `--stubs` a value, since `parseArgs` has no optional values. */
export function withStubsValue(arg: string, index: number, args: readonly string[]): string {
  const next = args[index + 1]
  const isBare = arg === '--stubs' && (next === undefined || next.startsWith('-'))
  return isBare ? `${arg}=${DEFAULT_STUBS}` : arg
}

function toExtension(
  text: string | undefined,
): GenerateCommandOptions['importExtension'] | undefined {
  return text === 'js' || text === 'ts' ? text : undefined
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
  const { spec, root, out, ignore = [] } = values
  const stubs = values.stubs === DEFAULT_STUBS ? stubsFolderOf(out) : values.stubs
  const refused = refusal({ ...values, ...(stubs !== undefined && { stubs }) }, name)
  if (refused !== undefined) throw new CommandError(refused)
  const { check = false, watch = false, all = false, strict = false } = values
  const int64 = values.int64 === 'number' ? 'number' : 'bigint'
  const importExtension = toExtension(values['import-extension']) ?? importExtensionOf(out)
  return { spec, root, out, check, watch, stubs, int64, importExtension, ignore, all, strict }
}

/** Arguments for the same options, without defaults, `--check` and `--watch`. */
export function generateArguments(options: Partial<GenerateCommandOptions>): string[] {
  const { spec: SPEC, out: OUT, int64: INT64 } = GENERATE_OPTIONS
  const { spec = SPEC.default, out = OUT.default, int64 = INT64.default } = options
  const { root, stubs, importExtension, ignore = [], all = false, strict = false } = options
  const isUsual = importExtension === undefined || importExtension === importExtensionOf(out)
  return [
    ...(spec === SPEC.default ? [] : ['--spec', spec]),
    ...(root === undefined ? [] : ['--root', root]),
    ...(out === OUT.default ? [] : ['--out', out]),
    ...(stubs === undefined ? [] : ['--stubs', stubs]),
    ...(int64 === INT64.default ? [] : ['--int64', int64]),
    ...(isUsual ? [] : ['--import-extension', importExtension]),
    ...ignore.flatMap((feature) => ['--ignore', feature]),
    ...(all ? ['--all'] : []),
    ...(strict ? ['--strict'] : []),
  ]
}

function refusal(values: GenerateValues, name: string): string | undefined {
  const { spec, out, check, watch, stubs, int64, 'import-extension': extension } = values
  const refused = refuseRemote(spec) ?? refuseFeatures(values.ignore ?? [])
  if (refused !== undefined) return refused
  if (int64 !== 'bigint' && int64 !== 'number') {
    return `--int64 ${int64}: an int64 is a bigint or a number; ${seeHelp(name)}`
  }
  if (extension !== undefined && toExtension(extension) === undefined) {
    return `--import-extension ${extension}: imports end with js or ts; ${seeHelp(name)}`
  }
  if (check && watch) return '--check looks once and --watch goes on; use one of them'
  if (stubs === undefined || !isInside(stubs, out)) return undefined
  return `${stubs}: handlers are yours, ${out} is not; name a folder outside of it with --stubs`
}

/** Message about the name of a document that cannot be a file; `undefined` if it can. */
export function refuseRemote(spec: string): string | undefined {
  if (!/^https?:/i.test(spec)) return undefined
  return `--spec ${spec}: is no file; save the document and name that`
}
