import {
  CommandError,
  commandLine,
  fail,
  nearestName,
  reportCommandErrors,
} from './arguments/arguments.js'
import { type Command, type CommandOptions, HELP, optionUsage } from './arguments/command.js'
import { configured } from './config/configured.js'
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

const WIDTH = 80

/** Widest first column of a table; a wider cell gets a line of its own. */
const MAX_FIRST_COLUMN = 23

export function help(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }): HelpRow => [name, summary])
  const options: HelpRow[] = [...optionRows(HELP), ['--version', 'Print the version.']]
  const examples = commands.map(({ name, examples: [first] }) => exampleLines(name, first))
  return [
    `${commandLine('COMMAND')} [OPTION]...`,
    wrap('Contract-first services on Fastify: from an OpenAPI document to a typed server.'),
    `Commands:\n${table(rows)}`,
    `Options:\n${table(options)}`,
    `Examples:\n${examples.join('\n')}`,
    wrap(`${commandLine('COMMAND', ['--help'])} prints the options of a command.`),
  ].join('\n\n')
}

function commandHelp({
  name,
  usage = '[OPTION]...',
  about,
  examples,
  ...command
}: Command): string {
  const { options, notes = [] } = command
  return [
    wrap(commandLine(name, usage.split(' '))),
    wrap(about),
    `Options:\n${table(optionRows({ ...options, ...HELP }))}`,
    `Examples:\n${examples.map((example) => exampleLines(name, example)).join('\n')}`,
    ...notes.map((note) => wrap(note)),
  ].join('\n\n')
}

type HelpRow = readonly [first: string, second: string]

function optionRows(options: CommandOptions): HelpRow[] {
  return Object.entries(options).map(([name, option]) => {
    const { meaning, default: value } = option
    const fallback = value === '.' ? 'the working directory' : value
    return [optionUsage(name, option), fallback ? `${meaning} Default: ${fallback}.` : meaning]
  })
}

function exampleLines(name: string, [args, meaning]: Command['examples'][number]): string {
  return `  ${commandLine(name, args)}\n${wrap(meaning, 6)}`
}

/** Two columns; the second is wrapped. */
function table(rows: readonly HelpRow[]): string {
  const widths = rows.map(([first]) => first.length).filter((length) => length <= MAX_FIRST_COLUMN)
  const indent = Math.max(...widths) + 4
  return rows
    .map(([first, second]) => {
      const lines = wrap(second, indent)
      if (first.length > MAX_FIRST_COLUMN) return `  ${first}\n${lines}`
      return `  ${first}${lines.slice(2 + first.length)}`
    })
    .join('\n')
}

function wrap(text: string, indent = 0): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || indent + last.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.map((line) => ' '.repeat(indent) + line).join('\n')
}
