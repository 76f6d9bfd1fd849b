import { parseArgs } from 'node:util'
import { CommandError } from '#toolkit/cli/arguments/arguments.js'

/** Options of a command for developers, all of them strings. */
type ScriptOptions = Readonly<
  Record<string, { type: 'string'; multiple?: true; default?: string | string[] }>
>

type ScriptArguments<O extends ScriptOptions> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true }>
>

/**
 * Parses options, and at most one argument beside them.
 *
 * @throws {CommandError} with the usage of the command.
 */
export function readOptions<const O extends ScriptOptions>(
  args: readonly string[],
  { options, usage, noun }: { options: O; usage: string; noun: string },
): { values: ScriptArguments<O>['values']; argument: string | undefined } {
  const { values, positionals } = parse(
    () => parseArgs({ args: [...args], options, allowPositionals: true }),
    usage,
  )
  const [argument, ...others] = positionals
  if (others.length === 0) return { values, argument }
  throw new CommandError(`one ${noun} at a time, not ${positionals.join(', ')}`)
}

function parse<T>(read: () => T, usage: string): T {
  try {
    return read()
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split('. ')[0]}; usage: ${usage}`)
  }
}
