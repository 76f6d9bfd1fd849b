import { CommandError, fail, reportCommandErrors } from './arguments/arguments.js'
import type { Command } from './arguments/command.js'
import { commandLine, nearestName } from './arguments/suggestions.js'
import { commandHelp, help } from './help.js'
import { ownVersion } from './process/own-process.js'

/** Runs the command that the arguments name. Returns the exit code. */
export function dispatch(args: readonly string[], commands: readonly Command[]): Promise<number> {
  return reportCommandErrors(async () => {
    const [first, ...rest] = args
    if (first === '--version' || first === '-v') return print(ownVersion())
    if (first === '--help' || first === '-h' || first === 'help') return print(help(commands))
    if (first === undefined) return fail(help(commands))
    const command = commands.find(({ name }) => name === first)
    if (command === undefined) throw new CommandError(unknownCommand(first, commands))
    return isHelpRequest(rest) ? print(commandHelp(command)) : command.run(rest)
  })
}

function unknownCommand(word: string, commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name)
  const near = nearestName(word, names)
  const next = near ? `did you mean ${commandLine(near)}?` : `see ${commandLine('--help')}`
  return `${word}: there is no such command; ${next}`
}

/** Arguments after `--` are for another program. */
function isHelpRequest(args: readonly string[]): boolean {
  const help = args.findIndex((arg) => arg === '--help' || arg === '-h')
  return help >= 0 && !args.slice(0, help).includes('--')
}

function print(text: string): number {
  console.log(text)
  return 0
}
