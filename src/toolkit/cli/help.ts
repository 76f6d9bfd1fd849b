import { commandLine } from './arguments/command-line.js'
import { HELP, type Option, type Options, usage } from './arguments/option.js'
import type { Command } from './command.js'

/** Columns of a terminal that everybody has. */
const WIDTH = 80

/** The widest first column of a table; what is wider has a line of its own. */
const FIRST = 22

/** What `fastify-contract --help` tells. */
export function help(commands: readonly Command[]): string {
  const first = commands.map(({ name, examples }) => ({ name, example: examples[0] }))
  return [
    `${commandLine('COMMAND')} [OPTION]...`,
    wrapped('Contract-first services on Fastify: from an OpenAPI document to a typed server.'),
    `Commands:\n${table(commands.map(({ name, summary }) => [name, summary]))}`,
    `Options:\n${table([...optionRows(HELP), ['--version', 'Tell the version.']])}`,
    `Examples:\n${first.map(({ name, example }) => exampleLines(name, example)).join('\n')}`,
    wrapped(`${commandLine('COMMAND', ['--help'])} tells the options of a command.`),
  ].join('\n\n')
}

/** What `fastify-contract COMMAND --help` tells. */
export function helpOf({ name, about, examples, notes = [], ...command }: Command) {
  const options = { ...command.options, ...HELP }
  return [
    wrapped(`${commandLine(name, command.usage.split(' '))}`),
    wrapped(about),
    `Options:\n${table(optionRows(options))}`,
    `Examples:\n${examples.map((example) => exampleLines(name, example)).join('\n')}`,
    ...notes.map((note) => wrapped(note)),
  ].join('\n\n')
}

type Row = readonly [first: string, second: string]

function optionRows(options: Options): Row[] {
  return Object.entries(options).map(([name, option]) => [usage(name, option), meaning(option)])
}

/** What an option means, and what it is where it is left out. */
function meaning({ meaning, default: value }: Option): string {
  if (value === undefined) return meaning
  return `${meaning} Default: ${value === '.' ? 'the working directory' : value}.`
}

function exampleLines(name: string, { args, meaning }: Command['examples'][number]): string {
  return `  ${commandLine(name, args)}\n${wrapped(meaning, 6)}`
}

/** Two columns, of which the second is wrapped. */
function table(rows: readonly Row[]): string {
  const widths = rows.map(([first]) => first.length).filter((length) => length <= FIRST)
  const indent = Math.max(...widths) + 4
  return rows
    .map(([first, second]) => {
      const lines = wrapped(second, indent)
      if (first.length > FIRST) return `  ${first}\n${lines}`
      return `  ${first}${lines.slice(2 + first.length)}`
    })
    .join('\n')
}

/** A text in lines of at most 80 columns. */
function wrapped(text: string, indent = 0): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || indent + last.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.map((line) => ' '.repeat(indent) + line).join('\n')
}
