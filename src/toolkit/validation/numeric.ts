/**
 * Numbers for validators. A `bigint` only occurs as an int64, and is accepted as an integer. An
 * {@link InexactNumber} is not an integer, and is compared by its nearest number.
 */
export type Numeric = number | bigint

/** The value as a number; `undefined` if it is none. (Plain numbers rarely get here.) */
export function numeric(value: unknown): Numeric | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  return isInexactNumber(value) ? value() : undefined
}

/** True if two numbers are equal; a `bigint` of a schema is rounded for a plain number. */
export function isSameNumber(value: unknown, allowed: Numeric): boolean {
  const number = numeric(value)
  if (typeof number === 'number') return number === Number(allowed)
  // biome-ignore lint/suspicious/noDoubleEquals: compares a bigint with a number by value
  return number == allowed
}

/**
 * A number that no `number` equals: out of range, or a fraction so close to an integer that the
 * nearest `number` is that integer. It is not accepted as an integer. Called, it gives the nearest
 * `number`, possibly infinite. It is a function, since no validator takes that for a JSON value.
 */
export type InexactNumber = () => number

export function isInexactNumber(value: unknown): value is InexactNumber {
  return typeof value === 'function'
}
