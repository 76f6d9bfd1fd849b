/** JSON pointers (RFC 6901) into a document. */

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function append(pointer: string, ...segments: readonly string[]): string {
  return segments.reduce(
    (path, segment) => `${path}/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    pointer,
  )
}

/** A value of the document together with its pointer. */
export interface Place {
  readonly pointer: string
  readonly value: unknown
}

/** The member of a place, its references followed; `undefined` when there is none. */
export function member(
  root: JsonObject,
  place: Place,
  ...keys: readonly string[]
): Place | undefined {
  let current: Place | undefined = place
  for (const key of keys) {
    const { pointer, value }: Place = current
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    current = follow(root, { pointer: append(pointer, key), value: value[key] })
    if (current === undefined) return undefined
  }
  return current
}

/** Follows a Reference Object; the hops are bounded, because a document may refer in circles. */
export function follow(root: JsonObject, place: Place): Place | undefined {
  let current = place
  for (let hops = 0; hops < 32; hops++) {
    const reference = isObject(current.value) ? current.value.$ref : undefined
    if (typeof reference !== 'string' || !reference.startsWith('#/')) return current
    const keys = reference.slice(2).split('/').map(unescapeSegment)
    const value = keys.reduce<unknown>(
      (at, key) => (at !== null && typeof at === 'object' ? (at as JsonObject)[key] : undefined),
      root,
    )
    if (value === undefined) return undefined
    current = { pointer: reference, value }
  }
  return undefined
}

function unescapeSegment(segment: string): string {
  return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
}
