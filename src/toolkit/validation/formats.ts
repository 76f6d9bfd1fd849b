import formatsModule from 'ajv-formats/dist/formats.js'
import { date, dateTime, duration, time } from './date-formats.js'
import { hostname, idnHostname } from './hostname.js'
import { asciiOf, iri, iriReference, uri, uriReference } from './uri-formats.js'

// RFC 5321, section 4.1.2, of a mailbox.
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const DOT_STRING = String.raw`${ATOM}(?:\.${ATOM})*`
const QUOTED_STRING = String.raw`"(?:[ !#-[\]-~]|\\[ -~])*"`
const LOCAL_PART = `^(?:${DOT_STRING}|${QUOTED_STRING})@`
const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
/** A mailbox whose domain has a dot. */
const MAILBOX = new RegExp(String.raw`${LOCAL_PART}(?:${LABEL}\.)+${LABEL}$`, 'i')
const ADDRESS_LITERAL = new RegExp(String.raw`${LOCAL_PART}\[(ipv6:)?([^\]]*)\]$`, 'i')

type StringCheck = (text: string) => boolean

function check(pattern: unknown): StringCheck {
  return (text) => (pattern as RegExp).test(text)
}

const { fullFormats } = formatsModule
const [ipv4, ipv6] = [check(fullFormats.ipv4), check(fullFormats.ipv6)]

function email(text: string): boolean {
  if (MAILBOX.test(text)) return true
  const [, tag, address] = ADDRESS_LITERAL.exec(text) ?? []
  return address !== undefined && (tag === undefined ? ipv4 : ipv6)(address)
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
  'idn-email': (text) => email(asciiOf(text)),
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
