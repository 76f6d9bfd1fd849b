/**
 * A number that no `number` stands for: out of range, or a fraction so close to an integer that the
 * nearest `number` is that integer. It is no integer, and says so until its place is known. Called,
 * it gives the nearest `number`, possibly infinite: a function is the one thing that no validator
 * takes for a JSON value.
 */
export type InexactNumber = () => number

export function isInexactNumber(value: unknown): value is InexactNumber {
  return typeof value === 'function'
}
