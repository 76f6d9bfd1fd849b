/** A TypeScript type as text, with what is needed to put it inside another one. */
export interface Type {
  readonly text: string
  /** The outermost operator, if any. */
  readonly operator?: '|' | '&'
  /** The parts between the operators. */
  readonly parts: readonly Type[]
  /** What stands above it where it is an alternative, as lines of a comment. */
  readonly comment?: string
}

export const UNKNOWN: Type = { text: 'unknown', parts: [] }
export const NEVER: Type = { text: 'never', parts: [] }

export function atom(text: string): Type {
  return { text, parts: [] }
}

/** `A | B`, without repetitions; `unknown` swallows, `never` vanishes. */
export function union(types: readonly Type[]): Type {
  const distinct = parts(types, '|').filter(({ text }) => text !== 'never')
  if (distinct.some(({ text }) => text === 'unknown')) return UNKNOWN
  return distinct.length <= 1 ? (distinct[0] ?? NEVER) : combined(distinct, '|')
}

/** `A & B`, without repetitions; `unknown` vanishes, `never` swallows. */
export function intersection(types: readonly Type[]): Type {
  const distinct = parts(types, '&').filter(({ text }) => text !== 'unknown')
  if (distinct.some(({ text }) => text === 'never')) return NEVER
  return distinct.length <= 1 ? (distinct[0] ?? UNKNOWN) : combined(distinct, '&')
}

export function arrayOf(item: Type): Type {
  return atom(`${parenthesized(item)}[]`)
}

export function parenthesized({ text, operator }: Pick<Type, 'text' | 'operator'>): string {
  if (operator === undefined) return text
  return text.startsWith('\n') ? `(${text}\n)` : `(${text})`
}

/** What stands between a name's `:` or `=` and its type: no space where the type is on lines of its own. */
export function after(start: string, { text }: Pick<Type, 'text'>): string {
  return text.startsWith('\n') ? `${start}${text}` : `${start} ${text}`
}

/**
 * A union that is too long for a line, or has a part of several, has a line for each part; but what
 * may be `null` or absent stands where it would stand alone.
 */
function combined(types: readonly Type[], operator: '|' | '&'): Type {
  const texts = types.map(parenthesized)
  const line = texts.join(` ${operator} `)
  const isAbsence = (text: string) => text === 'null' || text === 'undefined'
  const isTall = line.includes('\n') && !texts.slice(1).every(isAbsence)
  const isLong = isTall || (line.length > WIDTH && !line.includes('\n'))
  const isBroken = operator === '|' && (isLong || types.some(({ comment }) => comment))
  const text = isBroken ? types.map(alternative).join('') : line
  return { text, operator, parts: types }
}
const WIDTH = 100

/** A part of a union on lines of its own. */
function alternative(type: Type): string {
  const { comment = '' } = type
  const above = comment === '' ? '' : `\n  ${comment.trimEnd().replaceAll('\n', '\n  ')}`
  return `${above}\n  | ${parenthesized(type).replaceAll('\n', '\n    ')}`
}

function parts(types: readonly Type[], operator: '|' | '&'): Type[] {
  if (types.length <= 1 && types[0]?.operator !== operator) return [...types]
  const flat = types.flatMap((type) => (type.operator === operator ? commented(type) : type))
  const distinct = new Map<string, Type>()
  for (const type of flat) {
    if (distinct.get(type.text)?.comment === undefined) distinct.set(type.text, type)
  }
  return [...distinct.values()]
}

/** What is said of a list stands above its first part. */
function commented({ parts, comment }: Type): readonly Type[] {
  const [first, ...others] = parts as [Type, ...Type[]]
  if (comment === undefined || first.comment !== undefined) return parts
  return [{ ...first, comment }, ...others]
}
