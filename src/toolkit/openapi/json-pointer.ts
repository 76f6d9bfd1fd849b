/** JSON pointers (RFC 6901). */

/** The pointer to a member or element of what another one points to. */
export function below(pointer: string, key: string | number): string {
  return `${pointer}/${segmentOf(String(key))}`
}

/** A key as a segment of a pointer (section 3). */
export function segmentOf(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The key that a segment stands for (section 4). */
export function keyOf(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
