import { quote } from '../../print/print.js'

/** A serializer as an expression. */
export interface Printed {
  readonly text: string
  /** Whether it may name members, of whatever is in its values. */
  readonly names: boolean
  /** The members that it asks for and that nothing describes so far; none where the text does. */
  readonly asked: readonly string[]
}

/** Any value is printed as it is. */
export const ANY: Printed = { text: 'json.any', names: false, asked: [] }

/** A serializer of which nothing is to be known but what it prints. */
export function plain(text: string): Printed {
  return { ...ANY, text }
}

export function naming(text: string): Printed {
  return { text, names: true, asked: [] }
}

/**
 * Serializers that hold together, as one.
 *
 * @param known - The members that are described elsewhere.
 */
export function together(parts: readonly Printed[], known: ReadonlySet<string>): Printed {
  const asked = [...new Set(parts.flatMap((part) => part.asked))].filter((name) => !known.has(name))
  const names = new Set(parts.flatMap(({ names, text }) => (names ? text : [])))
  const demand = asked.length === 0 ? [] : [`json.required(${asked.map(quote).join(', ')})`]
  if (names.size === 0) return { text: demand[0] ?? scalar(parts), names: false, asked }
  return naming(allOf([...names, ...demand]))
}

/** What all of these print alike. */
function scalar(parts: readonly Printed[]): string {
  const [only = ANY.text, ...others] = new Set(
    parts.map(({ text }) => text).filter((text) => text !== ANY.text),
  )
  return others.length === 0 ? only : ANY.text
}

function allOf(texts: readonly string[]): string {
  const [only = '', ...others] = texts
  return others.length === 0 ? only : `json.all(${texts.join(', ')})`
}
