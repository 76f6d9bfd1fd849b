import process from 'node:process'
import { meantName } from '../../shared/spelling.js'

/**
 * A command as its user types it: `npm run generate -- --all` in an npm script that ends with this
 * command, so that arguments reach it; otherwise `npx fastify-contract generate --all`.
 *
 * @param env - The variables in which npm passes the name and the text of the running script.
 */
export function commandLine(
  name: string,
  args: readonly string[] = [],
  {
    npm_lifecycle_event: event,
    npm_lifecycle_script: script = '',
  }: NodeJS.ProcessEnv = process.env,
): string {
  const [, scriptArgs] = /\bfastify-contract(?:\.js)?["']? +(\S[^&|;]*)$/.exec(script) ?? []
  const isScript = event !== undefined && event !== 'npx' && scriptArgs?.split(' ')[0] === name
  if (!isScript) return ['npx fastify-contract', name, ...args.map((arg) => quoted(arg))].join(' ')
  const isInScript = (words: string) => ` ${scriptArgs?.trim()} `.includes(` ${words} `)
  const words = optionGroups(args).filter((group) => !isInScript(group))
  return [`npm run ${event}`, ...(words.length > 0 ? ['--', ...words] : [])].join(' ')
}

/** Options with their values, and the other words. */
function optionGroups(args: readonly string[]): string[] {
  const groups: string[] = []
  for (const [index, arg] of args.entries()) {
    const isValue = args[index - 1]?.startsWith('--') && !arg.startsWith('--')
    groups.push(isValue ? `${groups.pop()} ${quoted(arg)}` : quoted(arg))
  }
  return groups
}

/** A word for a POSIX shell, in quotes unless all its characters are `plain`. */
export function quoted(word: string, plain = /^[\w./:@=,+$[\]-]+$/): string {
  return plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

export function seeHelp(name: string): string {
  return `see ${commandLine(name, ['--help'])}`
}

/** The name that a misspelt word most likely means, or begins; `undefined` if none is similar. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  return meantName(word, names) ?? names.find((name) => isPrefix(word, name))
}

function isPrefix(word: string, name: string): boolean {
  return Math.min(word.length, name.length) > 2 && (name.startsWith(word) || word.startsWith(name))
}
