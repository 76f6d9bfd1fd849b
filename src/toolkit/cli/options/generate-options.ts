import { FEATURES } from '../../generator/diagnostics/diagnostics.js'
import { refuseFormats } from '../../generator/model/typed-formats.js'
import { importSpecifier } from '../../generator/shared/import-specifier.js'
import { among, CommandError, seeHelp } from '../arguments/arguments.js'
import { flag, option } from '../arguments/command.js'

/** Which document is read, and what of it. */
export const DOCUMENT_OPTIONS = {
  spec: option('FILE', 'The OpenAPI document.', { default: 'spec/openapi.yaml', read: localFile }),
  root: option(
    'DIR',
    'The folder that every file of the document is in, where that is not the folder of `--spec`: a `$ref` that leads out of it is refused.',
  ),
  overlay: option(
    'FILE',
    'An OpenAPI Overlay 1.0 or 1.1 that changes the document before it is read; may be repeated.',
    { multiple: true },
  ),
  only: option(
    'NAME,...',
    'Only operations with one of these tags or operationIds, and the components that they use; may be repeated.',
    { multiple: true, read: listed },
  ),
  without: option(
    'NAME,...',
    'No operations with one of these tags or operationIds; may be repeated.',
    { multiple: true, read: listed },
  ),
} as const

export const GENERATE_OPTIONS = {
  ...DOCUMENT_OPTIONS,
  out: option('DIR', 'The folder to generate into.', { default: 'generated' }),
  check: flag('Write nothing; exit with 1 when something is stale or missing.'),
  watch: flag('Generate again whenever the document or a file that it refers to changes.'),
  stubs: option(
    '[DIR]',
    'Write a handler to start from for each operation without one, once; into src/handlers beside the folder of --out where no folder is named.',
  ),
  int64: option(
    'TYPE',
    'TypeScript type of an int64: `bigint`, or `number`, which refuses values that it cannot hold.',
    { default: 'bigint', read: among(['bigint', 'number']) },
  ),
  format: option(
    'NAME=TYPE,...',
    'Type of the strings of a format in handlers: `date-time=Date`, `date-time=Temporal.Instant`, `date=Date`, `date=Temporal.PlainDate`, `byte=Uint8Array`, `brand` for any format, or an own codec, `NAME=./codecs.js#member`; may be repeated.',
    { multiple: true },
  ),
  client: flag(
    'Write client.ts, too: the operations as `createClient<paths>()` of openapi-fetch takes them.',
  ),
  'import-extension': option(
    'EXT',
    'End of imports of generated files: `js`, or `ts` for code that runs as TypeScript; by default, `ts` if tsconfig.json has allowImportingTsExtensions or rewriteRelativeImportExtensions.',
    { read: among(['js', 'ts']) },
  ),
  ignore: option(
    'FEATURE',
    'Leave out what the generator does not carry yet, a pattern that is no regular expression, a misspelt keyword of a schema, the first of two parameters of one name, or a schema reference to nothing, with a warning for each place; may be repeated.',
    { multiple: true, read: among(FEATURES) },
  ),
  all: flag(
    'Print each problem. Without it, the first ten of a kind are printed, and how many there are.',
  ),
  strict: flag('End with 1 where there is a warning, and write nothing.'),
} as const

const { check: _check, watch: _watch, ...generating } = GENERATE_OPTIONS

/** Those of every command that generates. */
export const GENERATING_OPTIONS = generating

/** @throws {CommandError} for a document that cannot be a file. */
export function localFile(text: string): string {
  if (!/^https?:/i.test(text)) return text
  throw new CommandError('is no file; save the document and name that')
}

/** A tag may not have a comma. */
function listed(text: string): string[] {
  return text.split(',').map((tag) => tag.trim())
}

/** Types by formats; the files of own codecs are relative to the working directory. */
export type Formats = Readonly<Record<string, string>>

/** The values of `--format`: `date-time=Date,uuid=brand`. @throws {CommandError} for what is none. */
export function formatsOf(values: readonly string[], command: string): Formats {
  const pairs = values.flatMap((value) => value.split(',').map((each) => each.trim()))
  const formats: Record<string, string> = {}
  for (const pair of pairs) {
    const [, name, type] = /^([^=\s]+)\s*=\s*(\S+)$/.exec(pair) ?? []
    const problem =
      name === undefined || type === undefined
        ? `${pair}: name a format and its type, as date-time=Date`
        : Object.hasOwn(formats, name) && formats[name] !== type
          ? `${name}=${type}: ${name} has the type ${formats[name]} already`
          : refuseFormats({ [name]: type })
    if (problem !== undefined) throw new CommandError(`--format ${problem}; ${seeHelp(command)}`)
    Object.defineProperty(formats, name as string, { value: type, enumerable: true })
  }
  return formats
}

/** One value of `--format` with its files changed. */
export function withFile(value: string, change: (file: string) => string): string {
  return value.replace(/(?<=[=])\.{1,2}\/[^#,]*(?=#)/g, change)
}

/** The same types with module specifiers for code in a folder. */
export function formatsIn(folder: string, formats: Formats): Formats {
  const typed = Object.entries(formats).map(([name, type]) => {
    const [, change] = withFile(`=${type}`, (file) => importSpecifier(folder, file)).split(/^=/)
    return [name, change as string] as const
  })
  return Object.fromEntries(typed)
}
