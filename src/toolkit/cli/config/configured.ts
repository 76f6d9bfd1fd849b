import path from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError } from '../arguments/arguments.js'
import { type Command, type CommandOptions, option } from '../arguments/command.js'
import { readConfiguration } from '../project/config-file.js'
import { CONFIGURABLE, type Entry, entriesOf } from './entries.js'

/** The options of each command that reads a configuration. */
export const CONFIG_OPTIONS = {
  config: option(
    'FILE',
    'The configuration; `none` for none. Default: `fastify-contract.config.json` beside package.json.',
  ),
  contract: option('NAME', 'One of several contracts of the configuration.'),
} as const

/**
 * The arguments of a command with those of the configuration before them: one list for each contract that
 * is meant. What the user names replaces what is configured.
 */
export async function configured(
  { options, contracts }: Command,
  given: readonly string[],
): Promise<string[][]> {
  if (contracts === undefined) return [[...given]]
  const { args, values } = withoutConfig(given)
  const file = values.get('config')
  const configuration = file === 'none' ? undefined : await readConfiguration(file)
  const entries = configuration === undefined ? [] : entriesOf(configuration)
  const isAlone = contracts === 'named' && !namesDocuments(options, args)
  const only = values.get('contract')
  const chosen = choose(entries, args, only, isAlone ? 'one' : contracts)
  if (chosen.length === 0) return [args]
  const taken = Object.keys(options).filter((each) => isConfigurable(each, options))
  return chosen.map((entry) => [...argumentsOf(entry, taken, args), ...args])
}

function namesDocuments(options: CommandOptions, args: readonly string[]): boolean {
  const known = Object.entries(options).map(([name, { type }]) => [name, { type }] as const)
  const parsing = { options: Object.fromEntries(known), strict: false, allowPositionals: true }
  return parseArgs({ args: [...args], ...parsing }).positionals.length > 0
}

/** True if it is the option of that name, not another one, as `--out` of `client` is. */
function isConfigurable(name: string, options: CommandOptions): boolean {
  const [own, other] = [options[name], CONFIGURABLE[name]]
  return other !== undefined && own?.value === other.value && own?.default === other.default
}

function argumentsOf({ args }: Entry, names: readonly string[], given: readonly string[]) {
  const isGiven = (name: string) =>
    given.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))
  // Stubs import from the folder that is generated: those of another one are others.
  const isOther = (name: string) => isGiven(name) || (name === 'stubs' && isGiven('out'))
  return names.filter((name) => !isOther(name)).flatMap((name) => args.get(name) ?? [])
}

/** The contracts that are meant: the named one, or that of the named document, or all. */
function choose(
  entries: readonly Entry[],
  args: readonly string[],
  only: string | undefined,
  contracts: Command['contracts'],
): readonly Entry[] {
  const names = entries.map(({ name }) => name).join(', ')
  if (only !== undefined) {
    const entry = entries.find(({ name }) => name === only)
    if (entry !== undefined) return [entry]
    throw new CommandError(`--contract ${only}: there is none; the configuration has: ${names}`)
  }
  const files = args.map((arg) => path.resolve(arg.replace(/^--spec=/, '')))
  const named = entries.find(({ spec }) => files.includes(path.resolve(spec)))
  if (named !== undefined) return [named]
  if (contracts === 'named') return []
  if (entries.length < 2) return entries
  // Another document than those of the configuration.
  if (args.some((arg) => /^--spec(=|$)/.test(arg))) return []
  if (contracts !== 'one') return entries
  throw new CommandError(
    `the configuration has several contracts; name one with --contract: ${names}`,
  )
}

/** Takes these options out of the arguments, up to those for another program. */
function withoutConfig(given: readonly string[]) {
  const args: string[] = []
  const values = new Map<string, string>()
  const end = given.includes('--') ? given.indexOf('--') : given.length
  for (let at = 0; at < given.length; at++) {
    const arg = given[at] as string
    const [, name, value = given[at + 1]] = /^--(config|contract)(?:=(.*))?$/s.exec(arg) ?? []
    if (name === undefined || at >= end) args.push(arg)
    else if (value === undefined || value === '')
      throw new CommandError(`--${name} is empty; give it a value, or leave it out`)
    else {
      values.set(name, value)
      if (!arg.includes('=')) at++
    }
  }
  return { args, values }
}
