import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { below } from '../../openapi/json-pointer.js'
import { isAmong, type ParsedMediaType, parseMediaType } from '../../openapi/media-type.js'
import type { MultipartBody } from '../contract/media.js'
import { errors, HttpRefusal } from '../errors/http-refusal.js'
import { contractViolation } from '../errors/violations.js'

/** A part of a `multipart/form-data` body (RFC 7578, section 4). */
export interface MultipartPart {
  readonly name: string
  /** The last segment of the name: some clients send a path. */
  readonly filename: string | undefined
  readonly type: ParsedMediaType
  /** True if the client has sent the media type. */
  readonly isTyped: boolean
  readonly stream: Readable
}

type PartHeaders = Readonly<Record<string, readonly string[]>>

/** The part that begins with these headers. The library gives one character for each byte. */
export function partOf(headers: PartHeaders, stream: Readable, headerSize: number): MultipartPart {
  const length = Object.entries(headers).reduce((sum, [name, values]) => {
    return sum + values.reduce((all, value) => all + name.length + value.length + 4, 0)
  }, 0)
  if (length > headerSize) throw malformed('the headers of a part are too large')
  const { name, filename } = parametersOf(only(headers, 'content-disposition') ?? '')
  if (name === undefined) throw malformed('a part has no name')
  const given = only(headers, 'content-type')
  const type = parseMediaType(given ?? 'text/plain')
  if (type === undefined) throw malformed('the media type of a part cannot be read')
  const encoding = only(headers, 'content-transfer-encoding') ?? '7bit'
  if (!/^(7bit|8bit|binary)$/i.test(encoding.trim())) {
    throw malformed('a part has a transfer encoding (RFC 7578, section 4.7)')
  }
  const isTyped = given !== undefined
  return { name, filename: filename?.replace(/^.*[/\\]/s, ''), type, isTyped, stream }
}

/** A header that must be unique: other readers might take the second one. */
function only(headers: PartHeaders, name: string): string | undefined {
  const [first, ...others] = headers[name] ?? []
  if (others.length > 0) throw malformed(`a part has several headers ${name}`)
  return first
}

const PARAMETER = /;[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s";]*))[ \t]*(?=;|$)/gs

function parametersOf(disposition: string): Record<string, string | undefined> {
  if (!/^[ \t]*form-data[ \t]*(;|$)/i.test(disposition)) return {}
  const rest = disposition.replace(/^[ \t]*form-data/i, '').replace(PARAMETER, '')
  if (/[^; \t]/.test(rest)) throw malformed('the content-disposition of a part cannot be read')
  const found = [...disposition.matchAll(PARAMETER)].map(([, name, quoted, token]) => {
    return [(name as string).toLowerCase(), decoded((quoted ?? token) as string)] as const
  })
  if (new Set(found.map(([name]) => name)).size < found.length) {
    throw malformed('a part has a parameter of content-disposition twice')
  }
  return Object.fromEntries(found)
}

/** Browsers escape three characters as the WHATWG says; other clients escape quotes. */
function decoded(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  if (!isUtf8(bytes)) throw malformed('the name of a part is not valid UTF-8')
  return bytes
    .toString('utf8')
    .replaceAll('\\"', '"')
    .replace(/%(0A|0D|22)/gi, (escaped) => decodeURIComponent(escaped))
}

/** @throws {HttpRefusal} 415 for a media type that `encoding` does not have. */
export function checkType({ name, type, isTyped }: MultipartPart, media: MultipartBody): void {
  const { contentTypes = {} } = media
  const list = Object.hasOwn(contentTypes, name) ? contentTypes[name] : undefined
  if (list === undefined || !isTyped || isAmong(list, type)) return
  const detail = `the part ${JSON.stringify(name)} has to be ${list}.`
  throw new HttpRefusal(errors.unsupportedMediaType, { detail })
}

export function partViolation(name: string, message: string, keyword = 'multipart'): HttpRefusal {
  return contractViolation([{ place: 'body', pointer: below('', name), keyword, message }])
}

/** The error for a body that does not match its media type. */
export function malformed(reason: string): HttpRefusal {
  return new HttpRefusal(errors.malformedContent, { detail: `${reason}.` })
}
