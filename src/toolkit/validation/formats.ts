import formatsModule from 'ajv-formats/dist/formats.js'
import { date, dateTime, duration, time } from './date-formats.js'
import { hostname, idnHostname } from './hostname.js'
import { asciiOf, iri, iriReference, uri, uriReference } from './uri-formats.js'

/** RFC 5321, section 4.1.2: `Local-part`, without the `@`. */
const DOT_STRING = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const QUOTED_STRING = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

type StringCheck = (text: string) => boolean

function check(pattern: unknown): StringCheck {
  return (text) => (pattern as RegExp).test(text)
}

const { fullFormats } = formatsModule
const [ipv4, ipv6] = [check(fullFormats.ipv4), check(fullFormats.ipv6)]

/** A mailbox of RFC 5321 whose domain has a dot. */
function email(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)]
  if (!DOT_STRING.test(local) && !QUOTED_STRING.test(local)) return false
  if (!domain.startsWith('[') || !domain.endsWith(']')) return DOMAIN.test(domain)
  const address = domain.slice(1, -1)
  return /^ipv6:/i.test(address) ? ipv6(address.slice('ipv6:'.length)) : ipv4(address)
}

function idnEmail(text: string): boolean {
  return email(asciiOf(text))
}

const BASE64 = /^(?:[a-z\d+/]{4})*(?:[a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/
const RELATIVE_POINTER = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** A regular expression of ECMA-262, as patterns of schemas are. */
function regex(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}

export const formats = {
  byte: check(BASE64), // RFC 4648, section 4
  date,
  'date-time': dateTime,
  duration,
  email,
  hostname,
  'idn-email': idnEmail,
  'idn-hostname': idnHostname,
  ipv4,
  ipv6,
  iri,
  'iri-reference': iriReference,
  'json-pointer': check(POINTER), // RFC 6901, section 3
  regex,
  'relative-json-pointer': check(RELATIVE_POINTER),
  time,
  uri,
  'uri-reference': uriReference,
  'uri-template': check(fullFormats['uri-template']),
  uuid: check(UUID), // RFC 9562, section 4
} satisfies Readonly<Record<string, StringCheck>>

/** True if a string has a format; formats that are not checked accept any. */
export function hasFormat(text: string, format: string): boolean {
  return !Object.hasOwn(formats, format) || formats[format as keyof typeof formats](text)
}
