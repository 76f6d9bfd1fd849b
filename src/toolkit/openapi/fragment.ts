/** JSON pointers (RFC 6901) as URI fragments, such as `#/paths/~1plants/post`. */

/** The pointer of a member or element below `pointer`. */
export function append(pointer: string, ...segments: readonly (string | number)[]): string {
  let path = pointer
  for (const segment of segments) path += `/${escapeSegment(String(segment))}`
  return path
}

/** The unescaped segments of a pointer, or `undefined` when it is not one. */
export function segments(pointer: string): string[] | undefined {
  return literalSegments(pointer)?.map((segment) => percentDecode(segment))
}

/** The same for a pointer that was not percent-encoded, though a fragment should be. */
export function literalSegments(pointer: string): string[] | undefined {
  if (pointer === '#') return []
  if (!pointer.startsWith('#/') || /~(?![01])/.test(pointer)) return undefined
  return pointer.slice(2).split('/').map(unescapeSegment)
}

function escapeSegment(segment: string): string {
  if (!/[~/%]/.test(segment)) return segment
  return segment.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25')
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** A fragment may be percent-encoded (RFC 6901, section 6); a stray `%` stands for itself. */
function percentDecode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
