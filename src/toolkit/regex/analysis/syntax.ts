import type { Syntax } from '../syntax.js'

/** A look ahead or behind. */
export type LookAround = Extract<Syntax, { ahead: Syntax } | { behind: Syntax }>

/** What a syntax consists of. */
export function partsOf(syntax: Syntax): readonly Syntax[] {
  if (typeof syntax === 'string' || 'at' in syntax) return []
  if ('all' in syntax) return syntax.all
  if ('any' in syntax) return syntax.any
  if ('of' in syntax) return [syntax.of]
  return ['ahead' in syntax ? syntax.ahead : syntax.behind]
}

/** All classes of characters in a syntax. */
export function classesIn(syntax: Syntax): ReadonlySet<string> {
  if (typeof syntax === 'string') return new Set([syntax])
  return new Set(partsOf(syntax).flatMap((part) => [...classesIn(part)]))
}

/** The looks around in a syntax, without those inside of others. */
export function looksIn(syntax: Syntax): LookAround[] {
  const isLook = typeof syntax === 'object' && ('ahead' in syntax || 'behind' in syntax)
  return isLook ? [syntax] : partsOf(syntax).flatMap(looksIn)
}

/** Whether something in a syntax is repeated any number of times. */
export function hasLoop(syntax: Syntax): boolean {
  const isLoop = typeof syntax === 'object' && 'of' in syntax && syntax.most === undefined
  return isLoop || partsOf(syntax).some(hasLoop)
}

/** Whether a look around is tried once in a text, at its start: `^(?=…)(?!…)…`. */
export function isOnce(syntax: Syntax, look: LookAround): boolean {
  if (typeof syntax === 'string' || !('all' in syntax)) return false
  const [first, ...rest] = syntax.all
  if (typeof first !== 'object' || !('at' in first) || first.at !== 'start') return false
  const end = rest.findIndex(
    (part) => typeof part === 'string' || !('ahead' in part || 'behind' in part),
  )
  return rest.slice(0, end < 0 ? rest.length : end).includes(look)
}

/** A syntax for texts that are read from their end. */
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

/** How many states a syntax is compiled to. */
export function sizeOf(syntax: Syntax): number {
  const inside = partsOf(syntax).reduce((sum, part) => sum + sizeOf(part), 0)
  if (typeof syntax === 'string' || !('of' in syntax)) return inside + 1
  const { least, most = least } = syntax
  return (inside + 1) * Math.max(most, 1)
}
