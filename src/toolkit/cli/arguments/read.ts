import { parseArgs } from 'node:util'
import { commandLine } from './command-line.js'
import { nearest } from './nearest.js'
import type { Options } from './option.js'
import { UsageError } from './usage-error.js'

/** What stands behind the options, by their names. */
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>
>['values']

/** The arguments of a command, understood. */
export interface Arguments<O extends Options> {
  readonly values: Values<O>
  /** What is no option. */
  readonly positionals: readonly string[]
  /** What stands behind `--`, for another program. */
  readonly rest: readonly string[]
}

/** Which arguments a command takes. */
export interface Reading<O extends Options> {
  /** The name of the command. */
  readonly name: string
  readonly options: O
  /** Whether it takes arguments that are no options, and such for another program behind `--`. */
  readonly allowPositionals?: boolean
}

/**
 * Reads the arguments of a command.
 *
 * @throws {UsageError} that says what is wrong with them, and the next step.
 */
export function readArguments<O extends Options>(
  { name, options, allowPositionals = false }: Reading<O>,
  args: readonly string[],
): Arguments<O> {
  const end = allowPositionals && args.includes('--') ? args.indexOf('--') : args.length
  const { values, positionals } = parse(name, options, allowPositionals, args.slice(0, end))
  const empty = Object.entries(values).find(([, value]) => [value].flat().includes(''))
  if (empty !== undefined) {
    throw new UsageError(
      `--${empty[0]} is empty; give it a value, or leave it out; ${seeHelp(name)}`,
    )
  }
  return { values, positionals, rest: args.slice(end + 1) }
}

/** Where the options of a command are told. */
export function seeHelp(name: string): string {
  return `see ${commandLine(name, ['--help'])}`
}

function parse<O extends Options>(
  name: string,
  options: O,
  allowPositionals: boolean,
  args: string[],
): Pick<Arguments<O>, 'values' | 'positionals'> {
  try {
    const parsed = parseArgs({ args, options, strict: true, allowPositionals })
    return parsed as Pick<Arguments<O>, 'values' | 'positionals'>
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\.\s/)
    const unknown = /^Unknown option '--([^']+)'/.exec(sentence)?.[1]
    const near = unknown === undefined ? undefined : nearest(unknown, Object.keys(options))
    const meant = near === undefined ? '' : `did you mean --${near}? `
    throw new UsageError(`${sentence}; ${meant}${seeHelp(name)}`)
  }
}
