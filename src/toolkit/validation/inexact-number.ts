/**
 * A number that no `number` equals: out of range, or a fraction so close to an integer that the
 * nearest `number` is that integer. It is not accepted as an integer. Called, it gives the nearest
 * `number`, possibly infinite. It is a function, since no validator takes that for a JSON value.
 */
export type InexactNumber = () => number

export function isInexactNumber(value: unknown): value is InexactNumber {
  return typeof value === 'function'
}
