import { type Command, type CommandOptions, HELP, optionUsage } from './arguments/command.js'
import { commandLine } from './arguments/suggestions.js'

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

export function commandHelp({
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
