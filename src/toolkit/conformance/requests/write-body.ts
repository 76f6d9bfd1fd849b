import { writeMediaType } from '../../openapi/media-name.js'
import { json, Unwritable, writeQuery } from '../../requests/write-parameters.js'
import type { MediaType } from '../document/contract.js'
import { jsonText, NumberToken, withoutTokens } from '../values/token.js'
import { isWellFormed } from '../values/well-formed.js'
import type { BodyParts } from './parts.js'

export interface WrittenBody {
  readonly contentType: string | undefined
  readonly bytes: Buffer
}

const BOUNDARY = 'fastify-contract-conformance'

/** Writes a body. @throws {Unwritable} for a value that its media type cannot hold. */
export function writeBody({ media, value, bytes, contentType }: BodyParts): WrittenBody {
  const type = contentType === undefined ? concreteType(media) : (contentType ?? undefined)
  if (bytes !== undefined) return { contentType: type, bytes }
  return { contentType: type, bytes: Buffer.from(textOf(media, value)) }
}

/** A media type that a range stands for, with the parameters that a client has to send. */
export function concreteType({ mediaType, kind, parameters = {} }: MediaType): string {
  const named = mediaType.replace(/^\*\/\*$/, kind === 'json' ? 'application/json' : 'text/plain')
  const type = named.replace('*', kind === 'json' && !named.includes('+') ? 'json' : 'plain')
  return writeMediaType(type, {
    ...(kind === 'multipart' && { boundary: BOUNDARY }),
    ...parameters,
  })
}

function textOf(media: MediaType, value: unknown): string | Buffer {
  switch (media.kind) {
    case 'text':
    case 'binary':
      return Buffer.isBuffer(value) ? value : String(value ?? 'text')
    case 'sequential':
      return [value].flat().map(framed(media)).join('')
    case 'form':
      return formText(media, withoutTokens(value))
    case 'multipart':
      return multipartText(media, value)
    case 'json':
      return json(value)
  }
}

function framed({ framing = 'json-lines' }: MediaType): (item: unknown) => string {
  if (framing === 'json-seq') return (item) => `\u001e${json(item)}\n`
  if (framing === 'json-lines') return (item) => `${json(item)}\n`
  return (item) => `data: ${typeof item === 'string' ? item : json(item)}\n\n`
}

function formText({ fields = [] }: MediaType, value: unknown): string {
  const named = new Map(fields.map((field) => [field.name, field]))
  return Object.entries(Object(value))
    .map(([name, each]) =>
      writeQuery(named.get(name) ?? { name, style: 'form', explode: true }, each),
    )
    .join('&')
    .replaceAll('%20', '+')
}

function multipartText(media: MediaType, value: unknown): string {
  if (media.mediaType !== 'multipart/form-data') throw new Unwritable()
  const all = Object.entries(Object(value) as object).flatMap(([name, each]) => {
    const items = [each].flat()
    // A list without items is no part at all.
    if (items.length === 0) throw new Unwritable()
    return items.map((item) => part(media, name, item))
  })
  return `${all.join('')}--${BOUNDARY}--\r\n`
}

function part({ files = {}, contentTypes = {} }: MediaType, name: string, value: unknown): string {
  const isFile = Object.hasOwn(files, name)
  const isJson = !isFile && typeof value === 'object' && !(value instanceof NumberToken)
  const [documented] = Object.hasOwn(contentTypes, name)
    ? (contentTypes[name] as string).split(',')
    : []
  const usual = isFile ? 'application/octet-stream' : isJson ? 'application/json' : 'text/plain'
  const type = (documented ?? usual).trim().replace('*/*', usual).replace('*', 'plain')
  const disposition = `form-data; name="${name}"${isFile ? '; filename="a.bin"' : ''}`
  const text = isJson || /json/.test(type) ? jsonPart(value) : String(withoutTokens(value))
  return `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`
}

/** A value as JSON, with its numbers as they are written. */
function jsonPart(value: unknown): string {
  if (!isWellFormed(value)) throw new Unwritable()
  return jsonText(value)
}
