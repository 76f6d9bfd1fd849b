/** A TypeScript type as text, with what is needed to put it inside another one. */
export interface Type {
  readonly text: string
  /** The outermost operator, if any. */
  readonly operator?: '|' | '&'
}

export const UNKNOWN: Type = { text: 'unknown' }
export const NEVER: Type = { text: 'never' }

export function atom(text: string): Type {
  return { text }
}

/** `A | B`, without repetitions; `unknown` swallows, `never` vanishes. */
export function union(types: readonly Type[]): Type {
  const distinct = distinctTypes(types).filter(({ text }) => text !== 'never')
  if (distinct.some(({ text }) => text === 'unknown')) return UNKNOWN
  if (distinct.length <= 1) return distinct[0] ?? NEVER
  return { text: distinct.map((type) => within(type, '|')).join(' | '), operator: '|' }
}

/** `A & B`, without repetitions; `unknown` vanishes. */
export function intersection(types: readonly Type[]): Type {
  const distinct = distinctTypes(types).filter(({ text }) => text !== 'unknown')
  if (distinct.length <= 1) return distinct[0] ?? UNKNOWN
  return { text: distinct.map((type) => within(type, '&')).join(' & '), operator: '&' }
}

export function arrayOf(item: Type): Type {
  return atom(`${parenthesized(item)}[]`)
}

export function parenthesized({ text, operator }: Type): string {
  return operator === undefined ? text : `(${text})`
}

function within(type: Type, operator: '|' | '&'): string {
  return type.operator === operator ? type.text : parenthesized(type)
}

function distinctTypes(types: readonly Type[]): Type[] {
  return [...new Map(types.map((type) => [type.text, type])).values()]
}
