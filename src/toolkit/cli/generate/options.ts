import { refuseFeatures } from '../../generator/read/features.js'
import { isInside } from '../../generator/shared/import-specifier.js'
import type { Options as Table } from '../arguments/option.js'
import { readArguments, seeHelp } from '../arguments/read.js'
import { UsageError } from '../arguments/usage-error.js'
import { stubsFolderOf } from '../project/stubs-folder.js'
import { importExtensionOf } from '../project/tsconfig.js'

export type { Option } from '../arguments/option.js'

/** The options of `generate`. */
export const OPTIONS = {
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
      'What an int64 is in TypeScript: `bigint`, or `number`, which refuses what it cannot hold.',
  },
  'import-extension': {
    type: 'string',
    value: 'EXT',
    meaning:
      'What imports of generated files end with: `js`, or `ts`, for code that runs as TypeScript; where it is left out, `ts` if tsconfig.json has allowImportingTsExtensions or rewriteRelativeImportExtensions.',
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
} as const satisfies Table

/** What the command was asked for. */
export interface Options {
  readonly spec: string
  /** None: the folder of the document. */
  readonly root: string | undefined
  readonly out: string
  readonly check: boolean
  readonly watch: boolean
  /** The folder of the handlers. */
  readonly stubs: string | undefined
  readonly int64: 'bigint' | 'number'
  /** What import specifiers end with. */
  readonly importExtension: 'js' | 'ts'
  readonly ignore: readonly string[]
  readonly all: boolean
  readonly strict: boolean
}

/**
 * Reads the arguments of the command.
 *
 * @throws {UsageError} that says what is wrong with them.
 */
export function readOptions(args: readonly string[]): Options {
  const reading = { name: 'generate', options: OPTIONS }
  return optionsFrom(readArguments(reading, args.map(withFolder)).values, 'generate')
}

/** What no folder can be called: `--stubs` names none. */
const BESIDE = '\0'

/** `--stubs` without a folder means the usual one; `parseArgs` has no optional values. */
export function withFolder(arg: string, index: number, args: readonly string[]): string {
  const next = args[index + 1]
  const isBare = arg === '--stubs' && (next === undefined || next.startsWith('-'))
  return isBare ? `${arg}=${BESIDE}` : arg
}

function extensionOf(text: string | undefined): Options['importExtension'] | undefined {
  return text === 'js' || text === 'ts' ? text : undefined
}

/** What was given, of a command that generates. */
interface Values {
  readonly spec: string
  readonly root?: string
  readonly out: string
  readonly check?: boolean
  readonly watch?: boolean
  readonly stubs?: string
  readonly int64: string
  readonly 'import-extension'?: string
  readonly ignore?: readonly string[]
  readonly all?: boolean
  readonly strict?: boolean
}

/**
 * The options that were given to a command that generates.
 *
 * @param name - The command, which the errors tell.
 * @throws {UsageError} that says what is wrong with them.
 */
export function optionsFrom(values: Values, name: string): Options {
  const { spec, root, out, ignore = [] } = values
  const stubs = values.stubs === BESIDE ? stubsFolderOf(out) : values.stubs
  const refused = refusal({ ...values, ...(stubs !== undefined && { stubs }) }, name)
  if (refused !== undefined) throw new UsageError(refused)
  const { check = false, watch = false, all = false, strict = false } = values
  const int64 = values.int64 === 'number' ? 'number' : 'bigint'
  const importExtension = extensionOf(values['import-extension']) ?? importExtensionOf(out)
  return { spec, root, out, check, watch, stubs, int64, importExtension, ignore, all, strict }
}

/** The arguments that mean the same, but for what is so by default, and `--check` and `--watch`. */
export function argumentsOf(options: Partial<Options>): string[] {
  const { spec = OPTIONS.spec.default, out = OPTIONS.out.default, int64 = 'bigint' } = options
  const { root, stubs, importExtension, ignore = [], all = false, strict = false } = options
  const isUsual = importExtension === undefined || importExtension === importExtensionOf(out)
  return [
    ...(spec === OPTIONS.spec.default ? [] : ['--spec', spec]),
    ...(root === undefined ? [] : ['--root', root]),
    ...(out === OPTIONS.out.default ? [] : ['--out', out]),
    ...(stubs === undefined ? [] : ['--stubs', stubs]),
    ...(int64 === OPTIONS.int64.default ? [] : ['--int64', int64]),
    ...(isUsual ? [] : ['--import-extension', importExtension]),
    ...ignore.flatMap((feature) => ['--ignore', feature]),
    ...(all ? ['--all'] : []),
    ...(strict ? ['--strict'] : []),
  ]
}

function refusal(
  { spec, out, check, watch, stubs, int64, 'import-extension': extension, ignore = [] }: Values,
  name: string,
): string | undefined {
  const refused = refuseRemote(spec) ?? refuseFeatures(ignore)
  if (refused !== undefined) return refused
  if (int64 !== 'bigint' && int64 !== 'number') {
    return `--int64 ${int64}: an int64 is a bigint or a number; ${seeHelp(name)}`
  }
  if (extension !== undefined && extensionOf(extension) === undefined) {
    return `--import-extension ${extension}: imports end with js or ts; ${seeHelp(name)}`
  }
  if (check && watch) return '--check looks once and --watch goes on; use one of them'
  if (stubs === undefined || !isInside(stubs, out)) return undefined
  return `${stubs}: handlers are yours, ${out} is not; name a folder outside of it with --stubs`
}

/** What is wrong with a document's address; `undefined` where it can be a file. */
export function refuseRemote(spec: string): string | undefined {
  if (!/^https?:/i.test(spec)) return undefined
  return `--spec ${spec}: is no file; save the document and name that`
}
