import type { FileMembers } from '../../../openapi/media-kind.js'
import { concreteType } from '../../../openapi/media-type.js'
import type { MediaType, RequestBody, Response } from '../../model/model.js'
import { doc, indented, key, quote } from '../../print/print.js'
import { prose } from '../../print/prose.js'

/** Whether the service reads a body or writes it. */
export type Way = 'received' | 'sent'

/** The member `body` of a request, with `contentType` where it decides what the body is. */
export function requestBodyMembers(body: RequestBody, way: Way): string {
  const comment = doc('  ', body.description && prose(body.description))
  const types = new Set(body.content.map((media) => bodyType(media, way)))
  const alone = types.size === 1
  if (!alone) return ''
  const contentType = isOpen(body.content)
    ? `  readonly contentType${body.required ? '' : '?'}: ${mediaTypes(body.content)}\n`
    : ''
  const [type] = types
  const absent = body.required ? '' : ' | undefined'
  const optional = way === 'sent' && !body.required ? '?' : ''
  return `${contentType}${comment}  readonly body${optional}: ${indented(type as string, '  ')}${absent}\n`
}

/** Bodies that differ by media type: one alternative each, so that `contentType` narrows `body`. */
export function requestBodyAlternatives(
  body: RequestBody,
  way: Way,
): readonly (readonly string[])[] {
  const types = [...new Set(body.content.map((media) => bodyType(media, way)))]
  if (types.length === 1) return []
  const alternatives = types.map((type) => {
    const content = body.content.filter((media) => bodyType(media, way) === type)
    return [`readonly contentType: ${mediaTypes(content)}`, `readonly body: ${type}`]
  })
  const absent = ['readonly contentType?: undefined', 'readonly body?: undefined']
  return body.required ? alternatives : [...alternatives, absent]
}

/** The members `body` and `contentType` of a response, one alternative for each kind of body. */
export function responseBodies({ content }: Response, way: Way): readonly (readonly string[])[] {
  if (content.length === 0) return [[]]
  const types = [...new Set(content.map((media) => bodyType(media, way)))]
  return types.map((type, index) => {
    const media = content.filter((each) => bodyType(each, way) === type)
    const body = `readonly body: ${type}`
    if (!isOpen(content)) return [body]
    // One that is written like the first is sent when the handler names none.
    const isFirst = way === 'sent' && index === 0
    const isFree = isFirst && media.some((each) => isNamed(each, content))
    return [`readonly contentType${isFree ? '?' : ''}: ${mediaTypes(media)}`, body]
  })
}

/** Whether what is sent may be of several media types. */
function isOpen(content: readonly MediaType[]): boolean {
  return content.length > 1 || content.some(({ mediaType }) => mediaType.includes('*'))
}

/** Whether the document says what a body is: `image/*` is no image. */
function isNamed(media: MediaType, content: readonly MediaType[]): boolean {
  const table = Object.fromEntries(content.map((each) => [each.mediaType, each]))
  return concreteType(media.mediaType, media, table) !== undefined
}

function mediaTypes(content: readonly MediaType[]): string {
  return content.map(({ mediaType }) => mediaTypeType(mediaType)).join(' | ')
}

/** A range as the type of what is in it. */
function mediaTypeType(mediaType: string): string {
  if (!mediaType.includes('*')) return quote(mediaType)
  const [type, subtype] = mediaType.split('/') as [string, string]
  // Letters, digits and a few signs only: nothing that could leave the template.
  const [plain, suffix] = [type, subtype].map((part) => part.replace(/[^\w.+-]/g, ''))
  return type === '*' ? 'string' : `\`${plain}/\${string}${suffix}\``
}

/** What bytes are, and what one value after another is. */
const STREAMS = {
  received: { bytes: 'contract.ByteStream', list: 'AsyncIterable' },
  sent: { bytes: 'contract.Bytes', list: 'contract.Sequence' },
} as const

function bodyType({ kind, schema, files }: MediaType, way: Way): string {
  const { bytes, list } = STREAMS[way]
  if (kind === 'binary') return bytes
  if (kind === 'sequential') return `${list}<${schemaType(schema)}>`
  if (kind !== 'multipart' || files === undefined) return schemaType(schema)
  return withFiles(schemaType(schema), files, list)
}

function schemaType(schema: string | undefined): string {
  return schema === undefined ? 'string' : `schemas.${schema}`
}

const WIDTH = 80

function withFiles(type: string, files: FileMembers, list: string): string {
  const members = Object.entries(files).map(([name, count]) => {
    const type = count === 'many' ? `${list}<contract.FilePart>` : 'contract.FilePart'
    return `${key(name)}: ${type}`
  })
  const line = `contract.WithFiles<${type}, { ${members.join('; ')} }>`
  if (line.length <= WIDTH) return line
  const block = members.map((each) => `  ${each}\n`).join('')
  return `contract.WithFiles<${type}, {\n${block}}>`
}
