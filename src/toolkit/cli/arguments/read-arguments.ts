import { parseArgs } from 'node:util'
import type { CommandOptions } from './command.js'
import { CommandError } from './command-error.js'
import { commandLine } from './command-line.js'

/** The parsed arguments of a command. */
export interface CommandArguments<O extends CommandOptions> {
  /** Values of the options by name. */
  readonly values: ReturnType<
    typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>
  >['values']
  /** Arguments that are not options. */
  readonly positionals: readonly string[]
  /** Arguments after `--`, for another program. */
  readonly rest: readonly string[]
}

/** The arguments that a command accepts. */
export interface ArgumentSyntax<O extends CommandOptions> {
  /** The name of the command. */
  readonly name: string
  readonly options: O
  /** True if it accepts positional arguments, and others after `--`. */
  readonly allowPositionals?: boolean
}

/**
 * Parses the arguments of a command.
 *
 * @throws {CommandError} with what is wrong and the next step.
 */
export function readArguments<O extends CommandOptions>(
  { name, options, allowPositionals = false }: ArgumentSyntax<O>,
  args: readonly string[],
): CommandArguments<O> {
  const end = allowPositionals && args.includes('--') ? args.indexOf('--') : args.length
  const { values, positionals } = parse(name, options, allowPositionals, args.slice(0, end))
  const empty = Object.entries(values).find(([, value]) => [value].flat().includes(''))
  if (empty !== undefined) {
    throw new CommandError(
      `--${empty[0]} is empty; give it a value, or leave it out; ${seeHelp(name)}`,
    )
  }
  return { values, positionals, rest: args.slice(end + 1) }
}

/** The end of a message that refers to the help of a command. */
export function seeHelp(name: string): string {
  return `see ${commandLine(name, ['--help'])}`
}

function parse<O extends CommandOptions>(
  name: string,
  options: O,
  allowPositionals: boolean,
  args: string[],
): Omit<CommandArguments<O>, 'rest'> {
  try {
    const parsed = parseArgs({ args, options, strict: true, allowPositionals })
    return parsed as Omit<CommandArguments<O>, 'rest'>
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\.\s/)
    const unknown = /^Unknown option '--([^']+)'/.exec(sentence)?.[1]
    const near = unknown === undefined ? undefined : nearestName(unknown, Object.keys(options))
    const meant = near === undefined ? '' : `did you mean --${near}? `
    throw new CommandError(`${sentence}; ${meant}${seeHelp(name)}`)
  }
}

/** The name that a misspelt word most likely means; `undefined` if none is similar. */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  const near = [...names]
    .map((name) => ({ name, steps: editDistance(word.toLowerCase(), name) }))
    .filter(({ name, steps }) => steps <= Math.min(2, name.length - 2) || isPrefix(word, name))
  return near.sort((a, b) => a.steps - b.steps)[0]?.name
}

function isPrefix(word: string, name: string): boolean {
  return Math.min(word.length, name.length) > 2 && (name.startsWith(word) || word.startsWith(name))
}

/** The Levenshtein distance. */
function editDistance(one: string, other: string): number {
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const row = [at + 1]
    for (let column = 0; column < other.length; column++) {
      const [left, up, across] = [row[column], last[column + 1], last[column]] as [
        number,
        number,
        number,
      ]
      row.push(Math.min(left + 1, up + 1, across + (letter === other[column] ? 0 : 1)))
    }
    last = row
  }
  return last.at(-1) as number
}
