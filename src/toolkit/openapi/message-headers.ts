/** Headers that say how a message itself is sent (RFC 9110, section 6; RFC 9112, sections 6 and 9). */
const OF_MESSAGE = new Set(
  'connection content-length content-type date keep-alive trailer transfer-encoding upgrade'.split(
    ' ',
  ),
)

/** True for a header that the server writes itself. */
export function isOfMessage(name: string): boolean {
  return OF_MESSAGE.has(name.toLowerCase())
}
