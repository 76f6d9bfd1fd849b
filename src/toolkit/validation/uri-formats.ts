import formatsModule from 'ajv-formats/dist/formats.js'

const { fullFormats } = formatsModule
const IPV6 = fullFormats.ipv6 as RegExp

// RFC 3986, appendix A.
const SCHEME = /^[a-z][a-z\d+.-]*:/i
const AUTHORITY = /^(?:(?<user>[^@]*)@)?(?<host>\[[^\]]*\]|[^:@[\]]*)(?::\d*)?$/
const REGISTERED_NAME = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*$/i
const USER = /^(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*$/i
const PATH = /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i
const QUERY = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*$/i
const IP_FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i

/** Characters of an IRI that a URI does not have (RFC 3987, section 2.2, `ucschar`). */
const UCS_CHARACTERS = /[\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{efffd}]/gu

export function uri(text: string): boolean {
  const [scheme] = SCHEME.exec(text) ?? []
  return scheme !== undefined && isRest(text.slice(scheme.length))
}

export function uriReference(text: string): boolean {
  if (uri(text)) return true
  // The first segment of a relative path has no colon (RFC 3986, section 4.2).
  return !/^[^/?#]*:/.test(text) && isRest(text)
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

/** What follows the scheme. */
function isRest(text: string): boolean {
  const [before, fragment] = divided(text, '#')
  const [hierarchy, query] = divided(before, '?')
  if (!QUERY.test(fragment) || !QUERY.test(query)) return false
  if (!hierarchy.startsWith('//')) return PATH.test(hierarchy)
  const [authority, path] = divided(hierarchy.slice('//'.length), '/')
  return isAuthority(authority) && PATH.test(path)
}

/** The text before a mark and after it; all of it is before a mark that is not there. */
function divided(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function isAuthority(text: string): boolean {
  const { user = '', host } = AUTHORITY.exec(text)?.groups ?? {}
  if (host === undefined || !USER.test(user)) return false
  if (!host.startsWith('[')) return REGISTERED_NAME.test(host)
  const address = host.slice(1, -1)
  return IPV6.test(address) || IP_FUTURE.test(address)
}
