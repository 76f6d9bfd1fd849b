/** A JSON pointer (RFC 6901) to a member of what another one points to. */
export function below(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** A segment of a JSON pointer as the key that it stands for (section 4). */
export function keyOf(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
