import type { FileCount } from '../../openapi/media-kind.js'
import type { FilePart } from '../contract/body-types.js'
import type { MultipartResponse } from '../contract/response-media.js'
import { text } from './form.js'

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
  return encodeQuotes(text(name))
}

function encodeQuotes(name: string): string {
  return name.replace(/[\r\n"]/g, (character) => encodeURIComponent(character))
}

function line(contentType: string): string {
  if (!/^[\t\x20-\x7e]+$/.test(contentType))
    throw new TypeError('a media type is one line of ASCII')
  return contentType
}

/** The body for its schema: an empty string stands for a file. */
export function withoutFiles(body: unknown, { files = {} }: MultipartResponse): unknown {
  if (typeof body !== 'object' || body === null) return body
  const seen = Object.entries(body).map(([name, member]) => {
    const isPresent = Object.hasOwn(files, name) && member !== undefined
    return [name, isPresent ? placeholder(files[name], member) : member]
  })
  return Object.fromEntries(seen)
}

function placeholder(count: FileCount | undefined, member: unknown): unknown {
  if (count === 'one') return isFile(member) ? '' : member
  return Array.isArray(member) ? member.map((each) => (isFile(each) ? '' : each)) : ['']
}
