import process from 'node:process'

/** Variables in which npm passes the name and the text of the running script. */
export type NpmVariables = Readonly<
  Partial<Record<'npm_lifecycle_event' | 'npm_lifecycle_script', string>>
>

/**
 * A command as its user types it: `npm run generate -- --all` in an npm script that ends with this
 * command, so that arguments reach it; otherwise `npx fastify-contract generate --all`.
 */
export function commandLine(
  name: string,
  args: readonly string[] = [],
  { npm_lifecycle_event: event, npm_lifecycle_script: script = '' }: NpmVariables = process.env,
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
    if (isValue) groups.push(`${groups.pop()} ${quoted(arg)}`)
    else groups.push(quoted(arg))
  }
  return groups
}

/** A word for a POSIX shell, in quotes unless all its characters are `plain`. */
export function quoted(word: string, plain = /^[\w./:@=,+$[\]-]+$/): string {
  return plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
