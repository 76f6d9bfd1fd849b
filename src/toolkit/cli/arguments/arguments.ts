import process from 'node:process'
import { parseArgs } from 'node:util'
import { oneLine } from '../../generator/diagnostics/problems.js'
import { alternatives, meantName } from '../../shared/spelling.js'
import type { CommandOptions } from './command.js'

/** Reason why a command cannot run, and what to do, in one line. */
export class CommandError extends Error {
  constructor(message: string) {
    super(oneLine(message))
    this.name = 'CommandError'
  }
}

/** Runs a command and prints a `CommandError` as one line. Returns the exit code, or `failure` for one. */
export async function reportCommandErrors(
  run: () => Promise<number>,
  failure = 1,
): Promise<number> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return fail(error.message, failure)
  }
}

export function fail(message: string, code = 1): number {
  console.error(message)
  return code
}

export interface CommandArguments<O extends CommandOptions> {
  readonly values: ReturnType<
    typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>
  >['values']
  readonly positionals: readonly string[]
  /** Arguments after `--`, for another program. */
  readonly rest: readonly string[]
}

/**
 * Parses the arguments of a command.
 *
 * @param allowPositionals - True if it accepts positional arguments, and others after `--`.
 * @throws {CommandError} with what is wrong and the next step.
 */
export function readArguments<O extends CommandOptions>(
  name: string,
  options: O,
  args: readonly string[],
  allowPositionals = false,
): CommandArguments<O> {
  const end = allowPositionals && args.includes('--') ? args.indexOf('--') : args.length
  try {
    const settings = { args: args.slice(0, end), options, strict: true, allowPositionals } as const
    const { values, positionals } = parseArgs(settings)
    const empty = Object.entries(values).find(([, value]) => [value].flat().includes(''))
    if (empty === undefined) return { values, positionals, rest: args.slice(end + 1) }
    throw new Error(`--${empty[0]} is empty; give it a value, or leave it out`)
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\.\s/)
    const unknown = /^Unknown option '--([^']+)'/.exec(sentence)?.[1]
    const near = unknown === undefined ? undefined : nearestName(unknown, Object.keys(options))
    const meant = near === undefined ? '' : `did you mean --${near}? `
    throw new CommandError(`${sentence}; ${meant}${seeHelp(name)}`)
  }
}

/** The value of an option that has few. @throws {CommandError} for another one. */
export function oneOf<Name extends string>(
  option: string,
  value: string,
  names: readonly Name[],
): Name {
  const known = names.find((name) => name === value)
  if (known !== undefined) return known
  throw new CommandError(`--${option} ${value}: use ${alternatives(names)}`)
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
  {
    npm_lifecycle_event: event,
    npm_lifecycle_script: script = '',
  }: NodeJS.ProcessEnv = process.env,
): string {
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
  return meantName(word, names) ?? names.find((name) => isPrefix(word, name))
}

function isPrefix(word: string, name: string): boolean {
  return Math.min(word.length, name.length) > 2 && (name.startsWith(word) || word.startsWith(name))
}
