import { NumberToken } from './token.js'

export function structureOf(value: unknown): 'array' | 'object' | 'scalar' {
  if (Array.isArray(value)) return 'array'
  const isScalar = value instanceof NumberToken || typeof value !== 'object' || value === null
  return isScalar ? 'scalar' : 'object'
}
