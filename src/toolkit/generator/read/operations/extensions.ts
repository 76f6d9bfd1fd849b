import { setOwn } from '../../../openapi/json.js'
import type { Cursor } from '../document/cursor.js'

/** Largest extension in a contract, in characters of JSON: larger ones are code samples and the like. */
const LARGEST = 2_000

/** Specification extensions of an operation and of its path items (3.1, section 4.9), for hooks. */
export function extensionsOf(
  operation: Cursor,
  pathItem: readonly Cursor[],
): Readonly<Record<string, unknown>> | undefined {
  const found: Record<string, unknown> = {}
  for (const [name, { value }] of [...pathItem, operation].flatMap((each) => each.entries())) {
    if (name.startsWith('x-') && isSmall(value)) setOwn(found, name, value)
  }
  return Object.keys(found).length === 0 ? undefined : found
}

function isSmall(value: unknown): boolean {
  const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each))
  return text !== undefined && text.length <= LARGEST
}
