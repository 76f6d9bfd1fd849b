import { NumberToken } from './token.js'

export function structureOf(value: unknown): 'array' | 'object' | 'scalar' {
  if (Array.isArray(value)) return 'array'
  const isScalar = value instanceof NumberToken || typeof value !== 'object' || value === null
  return isScalar ? 'scalar' : 'object'
}

/** True for `"EUR"` and `{ "code": "EUR" }`, which are no pictures of each other: schemas judge them. */
export function isOfOtherStructure(sent: unknown, received: unknown): boolean {
  if (sent === null || received === null || received === undefined) return false
  return structureOf(sent) !== structureOf(received)
}
