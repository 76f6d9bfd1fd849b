import { isObject, type JsonObject } from './json.js'
import { append, segments } from './json-pointer.js'

/** A value of a document with its pointer. */
export interface LocatedValue {
  /** A URI fragment, such as `#/paths/~1plants`. */
  readonly pointer: string
  readonly value: unknown
}

/** Maximum number of references in a row: a document may refer in circles. */
const MOST_HOPS = 32

/** Member of a value; references are followed. `undefined` if it is missing. */
export function member(
  root: JsonObject,
  located: LocatedValue,
  ...keys: readonly string[]
): LocatedValue | undefined {
  let current: LocatedValue | undefined = located
  for (const key of keys) current = follow(root, child(current, key), { left: MOST_HOPS })
  return current
}

/** Target of a Reference Object; any other value is its own target. */
function follow(
  root: JsonObject,
  located: LocatedValue | undefined,
  hops: { left: number },
): LocatedValue | undefined {
  const reference = isObject(located?.value) ? located.value.$ref : undefined
  const keys = typeof reference === 'string' ? segments(reference) : undefined
  if (keys === undefined) return located
  if (hops.left-- === 0) return undefined
  let current: LocatedValue | undefined = { pointer: '#', value: root }
  // The path may lead through a reference, too.
  for (const key of keys) current = child(current, key) ?? child(follow(root, current, hops), key)
  return follow(root, current, hops)
}

function child(located: LocatedValue | undefined, key: string): LocatedValue | undefined {
  const { pointer = '', value } = located ?? {}
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return { pointer: append(pointer, key), value: (value as JsonObject)[key] }
}
