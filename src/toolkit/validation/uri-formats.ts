import formatsModule from 'ajv-formats/dist/formats.js'

const { fullFormats } = formatsModule
const IPV6 = fullFormats.ipv6 as RegExp
const IP_FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i

// RFC 3986, appendix A, as one regular expression: a validator of real objects tests hundreds of URIs.
// What follows a part never begins with one of its characters, so that no part is tried twice.
const NAME = "\\w.~!$&'()*+,;=-"
const HOST = String.raw`(?:${textOf(NAME)}|\[[:${NAME}]*\])(?::\d*)?`
// Few have a user: the host is tried first.
const AUTHORITY = `(?:${HOST}(?=[/?#]|$)|${textOf(`:${NAME}`)}@${HOST})`
const PATH = textOf(`:@/${NAME}`)
const QUERY = textOf(`?:@/${NAME}`)
const SCHEME = String.raw`[a-z][a-z\d+.-]*:`
const REST = String.raw`(?://${AUTHORITY}(?:/${PATH})?|(?!//)${PATH})(?:\?${QUERY})?(?:#${QUERY})?`
const URI = new RegExp(`^${SCHEME}${REST}$`, 'i')
// The first segment of a relative path has no colon (section 4.2).
const REFERENCE = new RegExp(`^(?:${SCHEME}|(?![^/?#]*:))${REST}$`, 'i')

/** Characters of an IRI that a URI does not have (RFC 3987, section 2.2, `ucschar`). */
const UCS_CHARACTERS = /[\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{efffd}]/gu

/** A pattern of a text of some characters, and of percent-encoded ones. */
function textOf(characters: string): string {
  return String.raw`[${characters}]*(?:%[\da-f]{2}[${characters}]*)*`
}

export function uri(text: string): boolean {
  return URI.test(text) && isAddressValid(text)
}

export function uriReference(text: string): boolean {
  return REFERENCE.test(text) && isAddressValid(text)
}

export function iri(text: string): boolean {
  return uri(asciiOf(text))
}

export function iriReference(text: string): boolean {
  return uriReference(asciiOf(text))
}

/** A text with an ASCII letter for each character that only international names have. */
export function asciiOf(text: string): string {
  return text.replace(UCS_CHARACTERS, 'a')
}

/** Only around the address of a host a URI has brackets (`IP-literal`). */
function isAddressValid(text: string): boolean {
  const start = text.indexOf('[')
  if (start < 0) return true
  const address = text.slice(start + 1, text.indexOf(']'))
  return IPV6.test(address) || IP_FUTURE.test(address)
}
