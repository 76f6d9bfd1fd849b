import { mediaTable, nameOfMedia } from '../../../openapi/media-name.js'
import { concreteType, type FileMembers } from '../../../openapi/media-type.js'
import type { MediaType, Operation, Outgoing, RequestBody, Response } from '../../model/model.js'
import { Code, code, indentedCode, joined, symbol } from '../../print/code.js'
import { doc, key, quote } from '../../print/print.js'
import { prose } from '../../print/prose.js'

/** The types of the runtime, in generated types of operations. */
export const CONTRACT = symbol('contract')

/** The types of schemas there. */
export const TYPES = symbol('types')

/** Direction of a body, from the service. */
export type Direction = 'received' | 'sent'

/** The member `body` of a request, and `contentType` if there are several. */
export function requestBodyMembers(body: RequestBody, direction: Direction): Code {
  const comment = doc('  ', body.description && prose(body.description))
  const [type, ...others] = bodyTypes(body.content, direction)
  if (type === undefined || others.length > 0) return new Code('')
  const contentType = isOpen(body.content)
    ? `  readonly contentType${body.required ? '' : '?'}: ${mediaTypes(body.content)}\n`
    : ''
  const absent = body.required ? '' : ' | undefined'
  const optional = direction === 'sent' && !body.required ? '?' : ''
  return code`${contentType}${comment}  readonly body${optional}: ${indentedCode(type, '  ')}${absent}\n`
}

/** Bodies that differ by media type: one alternative each, so that `contentType` narrows `body`. */
export function requestBodyAlternatives(
  body: RequestBody,
  direction: Direction,
): readonly (readonly Code[])[] {
  const types = bodyTypes(body.content, direction)
  if (types.length === 1) return []
  const alternatives = types.map((type) => {
    const content = body.content.filter((media) => bodyType(media, direction).text === type.text)
    return [code`readonly contentType: ${mediaTypes(content)}`, code`readonly body: ${type}`]
  })
  const absent = [
    new Code('readonly contentType?: undefined'),
    new Code('readonly body?: undefined'),
  ]
  return body.required ? alternatives : [...alternatives, absent]
}

/** The members `body` and `contentType` of a response, one alternative for each kind of body. */
export function responseBodies(
  { content }: Response,
  direction: Direction,
): readonly (readonly Code[])[] {
  if (content.length === 0) return [[]]
  return bodyTypes(content, direction).map((type, index) => {
    const media = content.filter((each) => bodyType(each, direction).text === type.text)
    const body = code`readonly body: ${type}`
    if (!isOpen(content)) return [body]
    // The first is sent if the handler names none.
    const isFirst = direction === 'sent' && index === 0
    const isFree = isFirst && media.some((each) => isNamed(each, content))
    return [code`readonly contentType${isFree ? '?' : ''}: ${mediaTypes(media)}`, body]
  })
}

/** True if a body may have several media types. */
function isOpen(content: readonly MediaType[]): boolean {
  return content.length > 1 || content.some(({ mediaType }) => mediaType.includes('*'))
}

/** True if the document names the media type of a body: `image/*` is only a range. */
function isNamed(media: MediaType, content: readonly MediaType[]): boolean {
  return concreteType(nameOfMedia(media), media, mediaTable(content)) !== undefined
}

function mediaTypes(content: readonly MediaType[]): string {
  return content.map(mediaTypeType).join(' | ')
}

function mediaTypeType(media: MediaType): string {
  const { mediaType } = media
  if (!mediaType.includes('*')) return quote(nameOfMedia(media))
  const [type, subtype] = mediaType.split('/') as [string, string]
  // Letters, digits and a few signs cannot end the template.
  const [plain, suffix] = [type, subtype].map((part) => part.replace(/[^\w.+-]/g, ''))
  return type === '*' ? 'string' : `\`${plain}/\${string}${suffix}\``
}

/** Types of bytes, and of sequences of values. */
const STREAMS = {
  received: { bytes: code`${CONTRACT}.ByteStream`, list: new Code('AsyncIterable') },
  sent: { bytes: code`${CONTRACT}.Bytes`, list: code`${CONTRACT}.Sequence` },
} as const

/** The types of all media types, each once. */
function bodyTypes(content: readonly MediaType[], direction: Direction): Code[] {
  const types = content.map((media) => bodyType(media, direction))
  return [...new Map(types.map((type) => [type.text, type])).values()]
}

function bodyType({ kind, schema, files }: MediaType, direction: Direction): Code {
  const { bytes, list } = STREAMS[direction]
  if (kind === 'binary') return bytes
  if (kind === 'sequential') return code`${list}<${schemaType(schema)}>`
  if (kind !== 'multipart' || files === undefined) return schemaType(schema)
  return withFiles(schemaType(schema), files, list)
}

function schemaType(schema: string | undefined): Code {
  return schema === undefined ? new Code('string') : code`${TYPES}.${schema}`
}

const WIDTH = 80

function withFiles(type: Code, files: FileMembers, list: Code): Code {
  const file = code`${CONTRACT}.FilePart`
  const members = Object.entries(files).map(
    ([name, count]) => code`${key(name)}: ${count === 'many' ? code`${list}<${file}>` : file}`,
  )
  const start = code`${CONTRACT}.WithFiles<${type}, `
  const line = code`${start}{ ${joined(members, '; ')} }>`
  if (line.text.length <= WIDTH) return line
  const lines = members.map((each) => code`  ${each}\n`)
  return code`${start}{\n${joined(lines, '')}}>`
}

/** Direction of the request of an operation. */
export function directionOf(operation: Operation | Outgoing): Direction {
  return 'event' in operation ? 'sent' : 'received'
}
