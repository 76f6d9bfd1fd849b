import type { Syntax } from '../syntax.js'

export type Lookaround = Extract<Syntax, { ahead: Syntax } | { behind: Syntax }>

export function childrenOf(syntax: Syntax): readonly Syntax[] {
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

/** Lookarounds in a syntax, without those inside of others. */
export function lookaroundsIn(syntax: Syntax): Lookaround[] {
  const isLookaround = typeof syntax === 'object' && ('ahead' in syntax || 'behind' in syntax)
  return isLookaround ? [syntax] : childrenOf(syntax).flatMap(lookaroundsIn)
}

/** True if a part is repeated without a limit. */
export function hasLoop(syntax: Syntax): boolean {
  const isLoop = typeof syntax === 'object' && 'of' in syntax && syntax.most === undefined
  return isLoop || childrenOf(syntax).some(hasLoop)
}

/** True if a lookaround is tried once, at the start of a string: `^(?=…)(?!…)…`. */
export function isTriedOnce(syntax: Syntax, lookaround: Lookaround): boolean {
  if (typeof syntax === 'string' || !('all' in syntax)) return false
  const [first, ...rest] = syntax.all
  if (typeof first !== 'object' || !('at' in first) || first.at !== 'start') return false
  const end = rest.findIndex(
    (part) => typeof part === 'string' || !('ahead' in part || 'behind' in part),
  )
  return rest.slice(0, end < 0 ? rest.length : end).includes(lookaround)
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
