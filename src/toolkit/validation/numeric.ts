/**
 * Numbers for validators. A `bigint` only occurs as an int64, and is accepted as an integer. An
 * {@link InexactNumber} is not an integer, and is compared by its nearest number.
 */
export type Numeric = number | bigint

/** The value as a number; `undefined` if it is none. (Plain numbers rarely get here.) */
export function numeric(value: unknown): Numeric | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  return isInexactNumber(value) ? nearestTo(value) : undefined
}

/** True if two numbers are equal; a `bigint` of a schema is rounded for a plain number. */
export function isSameNumber(value: unknown, allowed: Numeric): boolean {
  const number = numeric(value)
  if (typeof number === 'number') return number === Number(allowed)
  // biome-ignore lint/suspicious/noDoubleEquals: compares a bigint with a number by value
  return number == allowed
}

/**
 * A number that no `number` equals: out of range, an integer that would be rounded, or a fraction so close
 * to an integer that the nearest `number` is that integer. It is not accepted as an integer. It is a symbol
 * that has the number's text for its description: no JSON value is a symbol, while all who look for objects
 * would have to except those of a class.
 */
export type InexactNumber = symbol

export function inexactNumber(text: string): InexactNumber {
  return Symbol(text)
}

export function isInexactNumber(value: unknown): value is InexactNumber {
  return typeof value === 'symbol'
}

/** The nearest `number`, possibly infinite. */
export function nearestTo({ description }: InexactNumber): number {
  return Number(description)
}
