import type { Cursor } from '../document/cursor.js'

/** A name of a header is a token (RFC 9110, section 5.1). */
export function reportHeaderName(name: string, at: Cursor): void {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return
  const meant = name.trim().replace(/:$/, '').replace(/\s+/g, '-')
  at.warn(`\`${name}\` is no name of a header: none can be sent or read`, `write \`${meant}\``)
}
