import type { Diagnostic } from './diagnostics.js'

/** How many problems of one kind are told one by one. */
const LIMIT = 10

/**
 * Problems of one kind, told up to a limit, in place of the next one how many there are: a document
 * with one fault in a thousand places has one line to read, not a thousand.
 */
export function summarizeRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = new Map<string, Diagnostic[]>()
  for (const each of diagnostics) {
    const kind = kindOf(each)
    const group = groups.get(kind)
    if (group === undefined) groups.set(kind, [each])
    else group.push(each)
  }
  return [...groups.values()].flatMap((group) => {
    const [next, ...others] = group.slice(LIMIT)
    if (next === undefined || others.length === 0) return group
    const { length: more } = others
    const message = `${next.message}; and ${more} more like this`
    return [...group.slice(0, LIMIT), { ...next, message, more }]
  })
}

/** The words that are the same wherever it happens: names, places and numbers are not. */
function kindOf({ message, advice }: Diagnostic): string {
  const words = message.replace(/`[^`]*`|"[^"]*"/g, '*').split(' ')
  return [advice, ...words.map((word) => (/^[a-z]+$/.test(word) ? word : '*'))].join(' ')
}
