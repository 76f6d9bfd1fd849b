import type { Syntax } from '../syntax.js'

type Lookaround = Extract<Syntax, { ahead: Syntax } | { behind: Syntax }>

export function isLookaround(syntax: Syntax): syntax is Lookaround {
  return typeof syntax === 'object' && ('ahead' in syntax || 'behind' in syntax)
}

function childrenOf(syntax: Syntax): readonly Syntax[] {
  if (typeof syntax === 'string' || 'at' in syntax) return []
  if ('all' in syntax) return syntax.all
  if ('any' in syntax) return syntax.any
  if ('of' in syntax) return [syntax.of]
  return ['ahead' in syntax ? syntax.ahead : syntax.behind]
}

export function classesIn(syntax: Syntax): ReadonlySet<string> {
  if (typeof syntax === 'string') return new Set([syntax])
  return new Set(childrenOf(syntax).flatMap((part) => [...classesIn(part)]))
}

/** The syntax for a string that is read backwards. */
export function reversed(syntax: Syntax): Syntax {
  if (typeof syntax === 'string') return syntax
  if ('all' in syntax) return { all: syntax.all.map(reversed).toReversed() }
  if ('any' in syntax) return { any: syntax.any.map(reversed) }
  if ('of' in syntax) return { ...syntax, of: reversed(syntax.of) }
  if ('at' in syntax) {
    const turned = { start: 'end', end: 'start', edge: 'edge', inside: 'inside' } as const
    return { at: turned[syntax.at] }
  }
  return syntax
}

/** Number of states of the compiled syntax. */
export function sizeOf(syntax: Syntax): number {
  const inside = childrenOf(syntax).reduce((sum, part) => sum + sizeOf(part), 0)
  if (typeof syntax === 'string' || !('of' in syntax)) return inside + 1
  const { least, most = least } = syntax
  return (inside + 1) * Math.max(most, 1)
}

/** True if the part does not match everywhere. */
export function mayFail(syntax: Syntax): boolean {
  if (typeof syntax === 'string' || 'at' in syntax || isLookaround(syntax)) return true
  if ('all' in syntax) return syntax.all.some(mayFail)
  if ('any' in syntax) return syntax.any.every(mayFail)
  return syntax.least > 0 && mayFail(syntax.of)
}

/** True if a match begins at the start of the text only. */
export function isAnchored(syntax: Syntax): boolean {
  if (typeof syntax === 'string') return false
  if ('any' in syntax) return syntax.any.every(isAnchored)
  if ('all' in syntax) {
    const [first] = syntax.all
    return first !== undefined && isAnchored(first)
  }
  return 'at' in syntax
    ? syntax.at === 'start'
    : 'of' in syntax && syntax.least > 0 && isAnchored(syntax.of)
}

/** Repetitions of more are taken for unlimited ones. */
const LONG = 100

export function isLong(most: number): boolean {
  return most > LONG
}

/** True if a part is repeated without a limit, or nearly so. */
function hasLong(syntax: Syntax): boolean {
  const isRepeated = typeof syntax === 'object' && 'of' in syntax && isLong(syntax.most ?? Infinity)
  return isRepeated || childrenOf(syntax).some(hasLong)
}

/** True if a match may fail after a long repetition. */
export function failsLate(syntax: Syntax): boolean {
  if (childrenOf(syntax).some(failsLate)) return true
  if (typeof syntax === 'string') return false
  if (isLookaround(syntax)) return hasLong(syntax)
  if ('of' in syntax) return syntax.least > 1 && hasLong(syntax.of) && mayFail(syntax.of)
  if (!('all' in syntax)) return false
  const first = syntax.all.findIndex(hasLong)
  return first >= 0 && syntax.all.slice(first + 1).some(mayFail)
}
