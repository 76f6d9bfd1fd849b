import { parseArgs } from 'node:util'
import { oneLine } from '../../generator/diagnostics.js'
import { refuseFeatures } from '../../generator/features.js'
import { isInside } from '../../generator/specifiers.js'
import { stubsFolderOf } from '../project/stubs-folder.js'
import { importExtensionOf } from '../project/tsconfig.js'

/** An option of the command, as its help and the README show it. */
export interface Option {
  readonly type: 'string' | 'boolean'
  readonly multiple?: true
  /** A letter that means the same. */
  readonly short?: string
  /** What stands behind it. */
  readonly value?: string
  readonly default?: string
  readonly meaning: string
}

/** The options of `npm run generate`. The README shows this table. */
export const OPTIONS = {
  spec: {
    type: 'string',
    value: 'FILE',
    default: 'spec/openapi.yaml',
    meaning: 'The OpenAPI document.',
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
  help: { type: 'boolean', short: 'h', meaning: 'Tell all this.' },
} as const satisfies Record<string, Option>

/** What the command was asked for. */
export interface Options {
  readonly spec: string
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
  readonly help: boolean
}

/** Reads the arguments of the command; a text says what is wrong with them. */
export function readOptions(args: readonly string[]): Options | string {
  try {
    const { values } = parseArgs({ args: args.map(withFolder), options: OPTIONS })
    const { spec, out, ignore = [] } = values
    const { check = false, watch = false, all = false, strict = false, help = false } = values
    const int64 = values.int64 === 'number' ? 'number' : 'bigint'
    const stubs = values.stubs === BESIDE ? stubsFolderOf(out) : values.stubs
    const refused = refusal({ ...values, ...(stubs !== undefined && { stubs }) })
    if (refused !== undefined) return oneLine(refused)
    const importExtension = extensionOf(values['import-extension']) ?? importExtensionOf(out)
    return { spec, out, check, watch, stubs, int64, importExtension, ignore, all, strict, help }
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\.\s/)
    return oneLine(`${sentence}; ${HELP}`)
  }
}

/** What no folder can be called: `--stubs` names none. */
const BESIDE = '\0'

/** `parseArgs` has no optional values. */
function withFolder(arg: string, index: number, args: readonly string[]): string {
  const next = args[index + 1]
  return arg === '--stubs' && (next === undefined || next.startsWith('-'))
    ? `${arg}=${BESIDE}`
    : arg
}

function extensionOf(text: string | undefined): Options['importExtension'] | undefined {
  return text === 'js' || text === 'ts' ? text : undefined
}

const HELP = 'see npm run generate -- --help'

interface Values {
  readonly spec: string
  readonly out: string
  readonly check?: boolean
  readonly watch?: boolean
  readonly stubs?: string
  readonly int64: string
  readonly 'import-extension'?: string
  readonly ignore?: readonly string[]
}

function refusal(values: Values): string | undefined {
  const { spec, out, check, watch, stubs, int64, ignore = [] } = values
  const empty = Object.entries(values).find(([, value]) => [value].flat().includes(''))
  if (empty !== undefined)
    return `--${empty[0]} is empty; give it a value, or leave it out; ${HELP}`
  if (/^https?:/i.test(spec)) return `--spec ${spec}: is no file; save the document and name that`
  if (int64 !== 'bigint' && int64 !== 'number') {
    return `--int64 ${int64}: an int64 is a bigint or a number; ${HELP}`
  }
  const extension = values['import-extension']
  if (extension !== undefined && extensionOf(extension) === undefined) {
    return `--import-extension ${extension}: imports end with js or ts; ${HELP}`
  }
  const unknown = refuseFeatures(ignore)
  if (unknown !== undefined) return unknown
  if (check && watch) return '--check looks once and --watch goes on; use one of them'
  if (stubs === undefined || !isInside(stubs, out)) return undefined
  return `${stubs}: handlers are yours, ${out} is not; name a folder outside of it with --stubs`
}
