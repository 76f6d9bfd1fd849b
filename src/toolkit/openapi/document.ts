import { isObject, type JsonObject } from './json.js'
import { append, segments } from './json-pointer.js'

/** A value of a document together with its pointer. */
export interface Place {
  /** A URI fragment, such as `#/paths/~1plants`. */
  readonly pointer: string
  readonly value: unknown
}

/** How many references may lead to one place: a document may refer in circles. */
const MOST_HOPS = 32

/** The member of a place, its references followed; `undefined` when there is none. */
export function member(
  root: JsonObject,
  place: Place,
  ...keys: readonly string[]
): Place | undefined {
  let current: Place | undefined = place
  for (const key of keys) current = follow(root, child(current, key), { left: MOST_HOPS })
  return current
}

/** What a Reference Object stands for; whatever else it is, the place itself. */
function follow(
  root: JsonObject,
  place: Place | undefined,
  hops: { left: number },
): Place | undefined {
  const reference = isObject(place?.value) ? place.value.$ref : undefined
  const keys = typeof reference === 'string' ? segments(reference) : undefined
  if (keys === undefined) return place
  if (hops.left-- === 0) return undefined
  let current: Place | undefined = { pointer: '#', value: root }
  // The way may lead through a reference, too.
  for (const key of keys) current = child(current, key) ?? child(follow(root, current, hops), key)
  return follow(root, current, hops)
}

function child(place: Place | undefined, key: string): Place | undefined {
  const { pointer = '', value } = place ?? {}
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return { pointer: append(pointer, key), value: (value as JsonObject)[key] }
}
