import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { oneLine } from '../../generator/diagnostics/problems.js'
import { alternatives, meantName } from '../../shared/spelling.js'
import { type CommandOption, type CommandOptions, camelCase, type OptionValues } from './command.js'

/** Reason why a command cannot run, and what to do, in one line. */
export class CommandError extends Error {
  constructor(message: string) {
    super(oneLine(message))
    this.name = 'CommandError'
  }
}

/**
 * Runs a command and prints a `CommandError` as one line. Returns the exit code, or `failure` for one.
 *
 * @param kinds - Other errors that are the user's; with some, those of the system are, too.
 * @param remedy - What to do where a file cannot be read or written.
 */
export async function reportCommandErrors(
  run: () => Promise<number>,
  failure = 1,
  kinds: readonly (new (...args: never[]) => Error)[] = [],
  remedy = 'name another',
): Promise<number> {
  try {
    return await run()
  } catch (error) {
    const isOfUser = [CommandError, ...kinds].some((kind) => error instanceof kind)
    const { syscall, code, path, message } = error as NodeJS.ErrnoException
    if (!isOfUser && (kinds.length === 0 || syscall === undefined)) throw error
    const ofFile = `${path}: cannot be read or written (${code}); ${remedy}`
    return fail(isOfUser || path === undefined ? message : ofFile, failure)
  }
}

/** Prints a report, or writes it into a file and prints its summary. */
export async function putReport(text: string, file: string | undefined, summary: string) {
  if (file !== undefined) await writeFile(file, `${text}\n`)
  console.log(file === undefined ? text : summary)
}

export function fail(message: string, code = 1): number {
  console.error(message)
  return code
}

/**
 * Parses the arguments of a command, and reads the values of its options.
 *
 * @param allowPositionals - True if it accepts positional arguments, and others after `--`: `rest`, for another program.
 * @throws {CommandError} with what is wrong and the next step.
 */
export function readArguments<O extends CommandOptions>(
  name: string,
  options: O,
  args: readonly string[],
  allowPositionals = false,
) {
  const end = allowPositionals && args.includes('--') ? args.indexOf('--') : args.length
  const given = args.slice(0, end).map(withBareValues(options))
  const { values, positionals } = parsed(name, { args: given, options, allowPositionals })
  const read = Object.entries(options).map(([key, option]) => {
    return [camelCase(key), optionValue(key, option, values[key])]
  })
  return {
    values: Object.fromEntries(read) as OptionValues<O>,
    positionals,
    rest: args.slice(end + 1),
  }
}

/** Value of an option without the one that it may have: `parseArgs` has no optional values. */
const BARE = '\0'

function withBareValues(options: CommandOptions) {
  return (arg: string, index: number, args: readonly string[]): string => {
    const mayBeBare = arg.startsWith('--') && options[arg.slice(2)]?.value?.startsWith('[')
    const isBare = mayBeBare && (args[index + 1] ?? '-').startsWith('-')
    return isBare ? `${arg}=${BARE}` : arg
  }
}

function parsed(name: string, config: { options: CommandOptions } & ParseArgsConfig) {
  try {
    const { values, positionals } = parseArgs(config)
    const empty = Object.entries(values).find(([, value]) => [value].flat().includes(''))
    if (empty === undefined) return { values: values as Record<string, ParsedValue>, positionals }
    throw new Error(`--${empty[0]} is empty; give it a value, or leave it out`)
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\.\s/)
    const unknown = /^Unknown option '--([^']+)'/.exec(sentence)?.[1]
    const near =
      unknown === undefined ? undefined : nearestName(unknown, Object.keys(config.options))
    const meant = near === undefined ? '' : `did you mean --${near}? `
    throw new CommandError(`${sentence}; ${meant}${seeHelp(name)}`)
  }
}

type ParsedValue = boolean | string | string[] | undefined

function optionValue(
  name: string,
  { type, multiple, read = (text) => text }: CommandOption,
  given: ParsedValue,
): unknown {
  if (type === 'boolean') return given ?? false
  const texts = [given ?? []].flat().map(String)
  const values = texts.map((text) => (text === BARE ? true : readValue(name, text, read)))
  return multiple ? values : values[0]
}

/** @throws {CommandError} that begins with the option and its value. */
export function readValue<T>(name: string, text: string, read: (text: string) => T): T {
  try {
    return read(text)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(`--${name} ${text}: ${error.message}`)
  }
}

/** Reads one of a few values. */
export function among<const Name extends string>(names: readonly Name[]): (text: string) => Name {
  return (text) => {
    const known = names.find((name) => name === text)
    if (known !== undefined) return known
    throw new CommandError(`use ${alternatives(names)}`)
  }
}

/**
 * A command as its user types it: `npm run generate -- --all` in an npm script that ends with this
 * command, so that arguments reach it; otherwise `npx fastify-contract generate --all`.
 *
 * @param env - The variables in which npm passes the name and the text of the running script.
 */
export function commandLine(
  name: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): string {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = env
  const [, scriptArgs] = /\bfastify-contract(?:\.js)?["']? +(\S[^&|;]*)$/.exec(script) ?? []
  const isScript = event !== undefined && event !== 'npx' && scriptArgs?.split(' ')[0] === name
  if (!isScript) return ['npx fastify-contract', name, ...args.map((arg) => quoted(arg))].join(' ')
  const isInScript = (words: string) => ` ${scriptArgs?.trim()} `.includes(` ${words} `)
  const words = optionGroups(args).filter((group) => !isInScript(group))
  return [`npm run ${event}`, ...(words.length > 0 ? ['--', ...words] : [])].join(' ')
}

/** Options with their values, and the other words. */
function optionGroups(args: readonly string[]): string[] {
  const groups: string[] = []
  for (const [index, arg] of args.entries()) {
    const isValue = args[index - 1]?.startsWith('--') && !arg.startsWith('--')
    groups.push(isValue ? `${groups.pop()} ${quoted(arg)}` : quoted(arg))
  }
  return groups
}

/** A word for a POSIX shell, in quotes unless all its characters are `plain`. */
export function quoted(word: string, plain = /^[\w./:@=,+$[\]-]+$/): string {
  return plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

export function seeHelp(name: string): string {
  return `see ${commandLine(name, ['--help'])}`
}

/** The name that a misspelt word most likely means, or begins; `undefined` if none is similar. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  const isPrefix = (name: string) => name.startsWith(word) || word.startsWith(name)
  const isLong = (name: string) => Math.min(word.length, name.length) > 2
  return meantName(word, names) ?? names.find((name) => isLong(name) && isPrefix(name))
}
