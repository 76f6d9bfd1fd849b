import { NumberToken } from './token.js'

export function structureOf(value: unknown): 'array' | 'object' | 'scalar' {
  if (Array.isArray(value)) return 'array'
  const isScalar = value instanceof NumberToken || typeof value !== 'object' || value === null
  return isScalar ? 'scalar' : 'object'
}

/** True for `"EUR"` and `{ "code": "EUR" }`, and lists of these, which are no pictures of each other: schemas judge them. */
export function isOfOtherStructure(sent: unknown, received: unknown): boolean {
  if (sent === null || received === null || sent === undefined || received === undefined)
    return false
  if (Array.isArray(sent) && Array.isArray(received))
    return isOfOtherStructure(sent[0], received[0])
  return structureOf(sent) !== structureOf(received)
}
