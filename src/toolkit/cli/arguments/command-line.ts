import process from 'node:process'

/** The variables by which npm tells a script which one it is. */
export type NpmVariables = Readonly<
  Partial<Record<'npm_lifecycle_event' | 'npm_lifecycle_script', string>>
>

/**
 * A command as the user types it: `npm run generate -- --all` where this runs as an npm script that
 * ends with that very command, so that arguments arrive there; else `npx fastify-contract generate --all`.
 */
export function commandLine(
  name: string,
  args: readonly string[] = [],
  { npm_lifecycle_event: event, npm_lifecycle_script: script = '' }: NpmVariables = process.env,
): string {
  const [, given] = /\bfastify-contract(?:\.js)?["']? +(\S[^&|;]*)$/.exec(script) ?? []
  const isScript = event !== undefined && event !== 'npx' && given?.split(' ')[0] === name
  if (!isScript) return ['npx fastify-contract', name, ...args.map(quoted)].join(' ')
  const isSaid = (words: string) => ` ${given?.trim()} `.includes(` ${words} `)
  const words = groupsOf(args).filter((each) => !isSaid(each))
  return [`npm run ${event}`, ...(words.length > 0 ? ['--', ...words] : [])].join(' ')
}

/** Options with their values, and other words. */
function groupsOf(args: readonly string[]): string[] {
  const groups: string[] = []
  for (const [index, arg] of args.entries()) {
    const isValue = args[index - 1]?.startsWith('--') && !arg.startsWith('--')
    if (isValue) groups.push(`${groups.pop()} ${quoted(arg)}`)
    else groups.push(quoted(arg))
  }
  return groups
}

/** A word that a shell takes for one. */
function quoted(word: string): string {
  return /^[\w./:@=,+$[\]-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
