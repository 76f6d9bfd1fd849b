import { CommandError, fail, reportCommandErrors } from './arguments/arguments.js'
import type { Command } from './arguments/command.js'
import { commandLine, nearestName } from './arguments/suggestions.js'
import { configured } from './config/configured.js'
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
    if (isHelpRequest(rest)) return print(commandHelp(command))
    return reportCommandErrors(() => run(command, rest), command.failure)
  })
}

/** Runs a command on the contracts of the configuration. Returns the highest exit code. */
async function run(command: Command, args: readonly string[]): Promise<number> {
  const all = await configured(command, args)
  if (command.contracts !== 'each') return command.run(all[0] as readonly string[], all)
  // A watch has no end, so that each contract needs one at the same time.
  if (args.includes('--watch')) {
    return Math.max(...(await Promise.all(all.map((each) => command.run(each, [each])))))
  }
  let code = 0
  for (const each of all) code = Math.max(code, await command.run(each, all))
  return code
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
