import { commandLine } from './arguments/command-line.js'
import { nearest } from './arguments/nearest.js'
import { told, UsageError } from './arguments/usage-error.js'
import type { Command } from './command.js'
import { help, helpOf } from './help.js'
import { ownVersion } from './version.js'

/** Runs the command that the arguments name. Returns the exit code. */
export function dispatch(args: readonly string[], commands: readonly Command[]): Promise<number> {
  return told(async () => {
    const [first, ...rest] = args
    if (first === '--version' || first === '-v') return print(ownVersion())
    if (first === '--help' || first === '-h' || first === 'help') return print(help(commands))
    if (first === undefined) {
      console.error(help(commands))
      return 1
    }
    const command = commands.find(({ name }) => name === first)
    if (command === undefined) throw new UsageError(unknown(first, commands))
    return asksForHelp(rest) ? print(helpOf(command)) : command.run(rest)
  })
}

function unknown(word: string, commands: readonly Command[]): string {
  const near = nearest(
    word,
    commands.map(({ name }) => name),
  )
  const next = near === undefined ? commandLine('--help') : commandLine(near)
  const verb = near === undefined ? 'see' : 'did you mean'
  const end = near === undefined ? '' : '?'
  return `${word}: there is no such command; ${verb} ${next}${end}`
}

/** What stands behind `--` is for another program. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  const own = end < 0 ? args : args.slice(0, end)
  return own.some((arg) => arg === '--help' || arg === '-h')
}

function print(text: string): number {
  console.log(text)
  return 0
}
