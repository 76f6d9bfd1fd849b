import type { FileCount } from '../../openapi/media-type.js'
import type { ParameterContract } from '../../openapi/parameter.js'
import type { FilePart } from '../contract/handler.js'
import type { MultipartResponse } from '../contract/media.js'
import { stringify } from '../json/stringify.js'

/**
 * Prints a value as `application/x-www-form-urlencoded`, each member as its field says. Other
 * members are printed by the default: items one by one, objects as JSON.
 *
 * @throws {TypeError} for values that a form cannot hold.
 */
export function printForm(value: unknown, fields: readonly ParameterContract[]): string {
  if (typeof value !== 'object' || value === null) throw new TypeError('a form is an object')
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .flatMap(([name, member]) => {
      const field = fields.find((each) => each.name === name)
      return pairs(name, member, field).map(([key, text]) => `${encoded(key)}=${encoded(text)}`)
    })
    .join('&')
}

type FormPair = readonly [name: string, text: string]

const DELIMITERS: Readonly<Record<string, string>> = {
  pipeDelimited: '|',
  spaceDelimited: ' ',
  tabDelimited: '\t',
}

function pairs(name: string, value: unknown, field: ParameterContract | undefined): FormPair[] {
  const { style = 'form', explode = true } = field ?? {}
  if (style === 'deepObject') return deep(name, value)
  if (style === 'content' || !isArray(value)) return [[name, text(value)]]
  if (explode) return value.map((item) => [name, text(item)])
  const delimiter = DELIMITERS[style] ?? ','
  const items = value.map(text)
  if (items.some((item) => item.includes(delimiter))) {
    throw new TypeError(`an item of ${name} has the delimiter of the list in it`)
  }
  return [[name, items.join(delimiter)]]
}

function deep(name: string, value: unknown): FormPair[] {
  if (typeof value !== 'object' || value === null) return [[name, text(value)]]
  return Object.entries(value).flatMap(([key, member]) => deep(`${name}[${key}]`, member))
}

/** A scalar as a string, any other value as JSON. */
export function text(value: unknown): string {
  if (typeof value !== 'string') return value === null ? '' : stringify(value)
  if (!value.isWellFormed()) throw new TypeError('a text has a lone surrogate')
  return value
}

function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%20', '+')
}

/** Prints members as `multipart/form-data` parts: files, lists as several, objects as JSON. */
export async function* multipartOf(
  value: object,
  boundary: string,
): AsyncGenerator<string | Uint8Array> {
  for (const [name, member] of Object.entries(value)) {
    for await (const item of itemsIn(member)) {
      yield `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`
      if (isFile(item)) {
        const { filename, contentType, stream } = item
        const named = filename === undefined ? '' : `; filename="${escaped(filename)}"`
        yield `${named}\r\nContent-Type: ${line(contentType)}\r\n\r\n`
        yield* stream
      } else {
        const isJson = typeof item === 'object' && item !== null
        yield `${isJson ? '\r\nContent-Type: application/json' : ''}\r\n\r\n${text(item)}`
      }
      yield '\r\n'
    }
  }
  yield `--${boundary}--\r\n`
}

function itemsIn(member: unknown): Iterable<unknown> | AsyncIterable<unknown> {
  if (member === undefined) return []
  const isList = typeof member === 'object' && member !== null && !isFile(member)
  const isIterable = isList && (Symbol.iterator in member || Symbol.asyncIterator in member)
  return isIterable ? (member as Iterable<unknown>) : [member]
}

function isFile(value: unknown): value is FilePart {
  return typeof value === 'object' && value !== null && 'stream' in value && 'contentType' in value
}

/** The WHATWG's form encoding, in which nothing ends a quoted string. */
function escaped(name: string): string {
  return text(name).replace(/[\r\n"]/g, (character) => encodeURIComponent(character))
}

function line(contentType: string): string {
  if (!/^[\t\x20-\x7e]+$/.test(contentType))
    throw new TypeError('a media type is one line of ASCII')
  return contentType
}

/** The body for its schema: files are empty strings. */
export function withoutFiles(
  body: unknown,
  { files = {}, otherFiles }: MultipartResponse,
): unknown {
  if (typeof body !== 'object' || body === null) return body
  const seen = Object.entries(body).map(([name, member]) => {
    const count = Object.hasOwn(files, name) ? files[name] : otherFilesIn(member, otherFiles)
    const isPresent = count !== undefined && member !== undefined
    return [name, isPresent ? placeholder(count, member) : member]
  })
  return Object.fromEntries(seen)
}

/** Named members that are no files are there, too. */
function otherFilesIn(member: unknown, count: FileCount | undefined): FileCount | undefined {
  if (count !== 'many') return count
  return typeof member === 'object' && member !== null ? count : undefined
}

function placeholder(count: FileCount, member: unknown): unknown {
  if (count === 'one' || typeof member === 'string') return isFile(member) ? '' : member
  return Array.isArray(member) ? member.map((each) => (isFile(each) ? '' : each)) : ['']
}
