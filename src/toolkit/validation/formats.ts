import formatsModule, { type DefinedFormats } from 'ajv-formats/dist/formats.js'
import type { TextFormat } from '../openapi/text-formats.js'
import { emailCheck, type StringCheck } from './email.js'

type Format = DefinedFormats[keyof DefinedFormats]

function check(format: Format): StringCheck {
  if (format instanceof RegExp) return (text) => format.test(text)
  const validate = typeof format === 'object' ? (format as { validate: unknown }).validate : format
  return validate as StringCheck
}

const { fullFormats } = formatsModule

/** The formats that are checked on strings, by name. */
export const formats = {
  date: check(fullFormats.date),
  'date-time': check(fullFormats['date-time']),
  duration: check(fullFormats.duration),
  email: emailCheck(check(fullFormats.ipv4), check(fullFormats.ipv6)),
  hostname: check(fullFormats.hostname),
  ipv4: check(fullFormats.ipv4),
  ipv6: check(fullFormats.ipv6),
  time: check(fullFormats.time),
  uri: check(fullFormats.uri),
  'uri-reference': check(fullFormats['uri-reference']),
  uuid: check(fullFormats.uuid),
} as const satisfies Readonly<Record<TextFormat, StringCheck>>

/** Whether a text has a format; one that is not checked, every text has. */
export function hasFormat(text: string, format: string): boolean {
  return !Object.hasOwn(formats, format) || formats[format as keyof typeof formats](text)
}
