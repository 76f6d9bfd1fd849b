import { grouped } from '../shared/grouped.js'
import type { Diagnostic } from './diagnostics.js'

/** Number of similar problems that are printed one by one. */
const LIMIT = 10

/** Replaces similar problems beyond the limit by one that counts them. */
export function summarizeRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = grouped(diagnostics.map((each) => [templateOf(each), each]))
  return [...groups.values()].flatMap((group) => {
    const [next, ...others] = group.slice(LIMIT)
    if (next === undefined || others.length === 0) return group
    const { length: more } = others
    const message = `${next.message}; and ${more} more like this`
    return [...group.slice(0, LIMIT), { ...next, message, more }]
  })
}

/** The words that similar problems share: without names, locations and numbers. */
function templateOf({ message, advice }: Diagnostic): string {
  const words = message.replace(/`[^`]*`|"[^"]*"/g, '*').split(' ')
  return [advice, ...words.map((word) => (/^[a-z]+$/.test(word) ? word : '*'))].join(' ')
}
