import type { FileCount } from '../../openapi/media-type.js'
import { LIST_DELIMITERS, type ParameterContract } from '../../openapi/parameter.js'
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
      return pairs(name, member, field).map(written)
    })
    .join('&')
}

type FormPair = readonly [name: string, text: string, isDivided?: boolean]

/** A comma that divides is not encoded (RFC 6570, section 3.2.1): an encoded one is of an item. */
function written([name, text, isDivided]: FormPair): string {
  const value = encoded(text)
  return `${encoded(name)}=${isDivided ? value.replaceAll('%2C', ',') : value}`
}

function pairs(name: string, value: unknown, field: ParameterContract | undefined): FormPair[] {
  const { style = 'form', explode = true } = field ?? {}
  if (style === 'deepObject') return deep(name, value)
  if (style === 'content') return jsonPairs(name, value, field)
  if (!isArray(value))
    return isObject(value) && field ? members(name, value, field) : [[name, text(value)]]
  if (explode) return value.map((item) => [name, text(item)])
  const delimiter = LIST_DELIMITERS[style] ?? ','
  return [[name, undivided(name, value.map(text), delimiter), true]]
}

/** A pair for each item of a list (3.2, section 4.15.1); an empty list has one pair, which is no item. */
function jsonPairs(name: string, value: unknown, field: ParameterContract | undefined): FormPair[] {
  const isList = field?.list !== undefined && isArray(value) && value.length > 0
  return (isList ? value : [value]).map((item) => [name, stringify(item)])
}

/** An object by its style (RFC 6570, section 3.2.8). */
function members(name: string, value: object, { style, explode }: ParameterContract): FormPair[] {
  const given = Object.entries(value).filter(([, member]) => member !== undefined)
  if (style !== 'form') return [[name, text(value)]]
  if (explode) return given.map(([key, member]) => [key, text(member)])
  const texts = given.flatMap(([key, member]) => [key, text(member)])
  return [[name, undivided(name, texts, ','), true]]
}

function undivided(name: string, items: readonly string[], delimiter: string): string {
  if (items.some((item) => item.includes(delimiter))) {
    throw new TypeError(`an item of ${name} has the delimiter of the list in it`)
  }
  return items.join(delimiter)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
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
  { fields = [] }: Pick<MultipartResponse, 'fields'> = {},
): AsyncGenerator<string | Uint8Array> {
  for (const [name, member] of Object.entries(value)) {
    const isNamed = fields.some((each) => each.name === name)
    for await (const item of itemsIn(member)) {
      yield `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`
      if (isFile(item)) {
        const { filename, contentType, stream } = item
        const named = filename === undefined ? '' : `; filename="${escaped(filename)}"`
        yield `${named}\r\nContent-Type: ${line(contentType)}\r\n\r\n`
        yield* stream
      } else {
        const isJson = isNamed || (typeof item === 'object' && item !== null)
        const content = isNamed ? stringify(item) : text(item)
        yield `${isJson ? '\r\nContent-Type: application/json' : ''}\r\n\r\n${content}`
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
