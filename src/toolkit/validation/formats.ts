import formatsModule, { type DefinedFormats } from 'ajv-formats/dist/formats.js'

/** RFC 5321, section 4.1.2: `Local-part`, without the `@`. */
const DOT_STRING = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const QUOTED_STRING = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

type StringCheck = (text: string) => boolean

function check(format: DefinedFormats[keyof DefinedFormats]): StringCheck {
  if (format instanceof RegExp) return (text) => format.test(text)
  const validate = typeof format === 'object' ? format.validate : format
  return validate as StringCheck
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

export const formats = {
  date: check(fullFormats.date),
  'date-time': check(fullFormats['date-time']),
  duration: check(fullFormats.duration),
  email,
  hostname: check(fullFormats.hostname),
  ipv4,
  ipv6,
  time: check(fullFormats.time),
  uri: check(fullFormats.uri),
  'uri-reference': check(fullFormats['uri-reference']),
  uuid: check(fullFormats.uuid),
} satisfies Readonly<Record<string, StringCheck>>

/** True if a string has a format; formats that are not checked accept any. */
export function hasFormat(text: string, format: string): boolean {
  return !Object.hasOwn(formats, format) || formats[format as keyof typeof formats](text)
}
