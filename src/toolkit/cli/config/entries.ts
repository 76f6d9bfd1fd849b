import path from 'node:path'
import { isObject } from '../../openapi/json.js'
import { append } from '../../openapi/json-pointer.js'
import { meantName } from '../../shared/spelling.js'
import { CommandError } from '../arguments/arguments.js'
import { type CommandOption, type CommandOptions, camelCase } from '../arguments/command.js'
import { DEV_OPTIONS, MOCK_OPTIONS } from '../options/command-options.js'
import { readGenerateOptions } from '../options/generate-arguments.js'
import { GENERATING_OPTIONS, withFile } from '../options/generate-options.js'
import type { Configuration } from '../project/config-file.js'

/** The options that a configuration may hold. */
export const CONFIGURABLE: CommandOptions = {
  ...DEV_OPTIONS,
  ...MOCK_OPTIONS,
  ...GENERATING_OPTIONS,
}

/** The options of one contract. */
export interface Entry {
  readonly name: string
  /** The document, relative to the working directory. */
  readonly spec: string
  /** Arguments by their options: `spec` has `['--spec=api.yaml']`. */
  readonly args: ReadonlyMap<string, readonly string[]>
}

/**
 * The contracts of a configuration: that of an object, or those of a list.
 *
 * @throws {CommandError} for what no option is called, or takes.
 */
export function entriesOf(configuration: Configuration): Entry[] {
  const { value, place } = configuration
  const several = Array.isArray(value) ? value : [value]
  const entries = several.map((each, at) => {
    const pointer = Array.isArray(value) ? append('#', at) : '#'
    if (isObject(each)) return entryOf(each, pointer, configuration)
    throw new CommandError(
      `${place(pointer)} this is no object of options, nor a list of them; write { "spec": "FILE" }`,
    )
  })
  for (const key of ['name', 'out'] as const) refuseShared(entries, key, place)
  return entries
}

function entryOf(
  value: Readonly<Record<string, unknown>>,
  pointer: string,
  { folder, place }: Configuration,
): Entry {
  const { name, ...options } = value
  const args = Object.entries(options).map(([key, each]) => {
    const option = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const row = Object.hasOwn(CONFIGURABLE, option) ? CONFIGURABLE[option] : undefined
    const where = place(append(pointer, key))
    if (row === undefined) throw new CommandError(`${where} ${unknownOption(key)}`)
    const texts = textsOf(row, each, `${where} ${key}`)
    const written = texts.map((text) => argument(option, row, text, folder))
    if (Object.hasOwn(GENERATING_OPTIONS, option)) check(written, where)
    return [option, written] as const
  })
  const spec = relative(folder, String(options.spec ?? GENERATING_OPTIONS.spec.default))
  return { name: String(name ?? spec), spec, args: new Map(args) }
}

/** Reports a value that the option does not have, where it is written. */
function check(args: readonly string[], where: string): void {
  try {
    readGenerateOptions(args)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(`${where} ${error.message.replace(/^--[\w-]+ /, '')}`)
  }
}

function unknownOption(key: string): string {
  const names = ['name', ...Object.keys(CONFIGURABLE).map(camelCase)]
  const meant = meantName(key, names)
  const next = meant === undefined ? `use ${names.join(', ')}` : `did you mean ${meant}?`
  return `there is no option ${key}; ${next}`
}

/** Values of an option as its user types them; `true` is the option alone. */
function textsOf(option: CommandOption, value: unknown, what: string): (string | true)[] {
  const isBare = option.type === 'boolean' || option.value?.startsWith('[')
  if (isBare && typeof value === 'boolean') return value ? [true] : []
  const list = Array.isArray(value) && option.multiple ? value : [value]
  const isText = (each: unknown) =>
    typeof each === 'string' || (typeof each === 'number' && option.value === 'N')
  if (option.type === 'string' && list.every(isText)) return list.map(String)
  const text = option.multiple ? 'a text, or a list of them' : 'a text'
  const both = option.type === 'string' ? 'true, false or a text' : 'true or false'
  throw new CommandError(`${what} is wrong; write ${isBare ? both : text}`)
}

function argument(
  name: string,
  { value = '' }: CommandOption,
  text: string | true,
  folder: string,
): string {
  if (text === true) return `--${name}`
  // The path of a module starts with a point.
  if (name === 'format')
    return `--${name}=${withFile(text, (file) => `./${relative(folder, file)}`)}`
  const isPath = /FILE|DIR/.test(value) && text !== '' && !/^https?:/i.test(text)
  return `--${name}=${isPath ? relative(folder, text) : text}`
}

/** A path of a configuration, from the working directory. */
function relative(folder: string, file: string): string {
  return path.relative('.', path.resolve(folder, file)) || '.'
}

/** Two contracts in one folder would remove each other's files. */
function refuseShared(
  entries: readonly Entry[],
  key: 'name' | 'out',
  place: Configuration['place'],
): void {
  const seen = new Set<string>()
  for (const [at, entry] of entries.entries()) {
    const value = key === 'name' ? entry.name : String(entry.args.get('out') ?? '')
    if (seen.has(value)) {
      const where = place(append('#', at, key))
      throw new CommandError(`${where} two contracts have the same ${key}; give each its own`)
    }
    seen.add(value)
  }
}
