/** JSON pointers (RFC 6901), bare and as URI fragments (section 6) such as `#/paths/~1plants/post`. */

/** Pointer to a member or element of a pointer's target. */
export function below(pointer: string, key: string | number): string {
  return `${pointer}/${segmentOf(String(key))}`
}

/** A key as a segment of a pointer (section 3). */
export function segmentOf(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key
}

/** Key of a segment (section 4). */
export function keyOf(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Fragment of a member or element of a fragment's target. */
export function append(fragment: string, ...keys: readonly (string | number)[]): string {
  let path = fragment
  for (const key of keys) path += `/${encoded(String(key))}`
  return path
}

/** Keys from the root to the target of a fragment; `undefined` if it is no pointer. */
export function segments(fragment: string): string[] | undefined {
  return segmentsIn(fragment)?.map((segment) => keyOf(percentDecoded(segment)))
}

/** The same for a fragment that should be percent-encoded, but is not. */
export function literalSegments(fragment: string): string[] | undefined {
  return segmentsIn(fragment)?.map(keyOf)
}

function segmentsIn(fragment: string): string[] | undefined {
  if (fragment === '#') return []
  if (!fragment.startsWith('#/') || /~(?![01])/.test(fragment)) return undefined
  return fragment.slice(2).split('/')
}

function encoded(key: string): string {
  return /[~/%]/.test(key) ? segmentOf(key).replaceAll('%', '%25') : key
}

/** Decodes a percent-encoded text; a stray `%` is kept. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
