import { mediaTable } from '../../../openapi/media-name.js'
import { concreteType, type FileCount } from '../../../openapi/media-type.js'
import { asAnswered } from '../../model/content.js'
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
    ? `  readonly contentType${body.required ? '' : '?'}: ${mediaTypes(body.content, body.content)}\n`
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
    return [
      code`readonly contentType: ${mediaTypes(content, body.content)}`,
      code`readonly body: ${type}`,
    ]
  })
  const absent = [
    new Code('readonly contentType?: undefined'),
    new Code('readonly body?: undefined'),
  ]
  return body.required ? alternatives : [...alternatives, absent]
}

/**
 * The members `body` and `contentType` of a response, one alternative for each kind of body. The response to HEAD is
 * sent without its body (RFC 9110, section 9.3.2), so that a handler need not have one.
 */
export function responseBodies(
  response: Response,
  direction: Direction,
  isHead: boolean,
): readonly (readonly Code[])[] {
  const content = direction === 'sent' ? response.content.map(asAnswered) : response.content
  if (content.length === 0) return [[]]
  return bodyTypes(content, direction).map((type, index) => {
    const media = content.filter((each) => bodyType(each, direction).text === type.text)
    const body = code`readonly body${isHead ? '?' : ''}: ${type}`
    if (!isOpen(content)) return [body]
    // The first is sent if the handler names none.
    const isFirst = direction === 'sent' && index === 0
    // The document names the media type of a body: `image/*` is only a range.
    const isNamed = (each: MediaType) =>
      concreteType(each.mediaType, each, mediaTable(content)) !== undefined
    const isFree = isFirst && media.some((each) => !isParts(each) && isNamed(each))
    return [code`readonly contentType${isFree ? '?' : ''}: ${mediaTypes(media, content)}`, body]
  })
}

function isOpen(content: readonly MediaType[]): boolean {
  return (
    content.length > 1 || content.some((media) => media.mediaType.includes('*') || isParts(media))
  )
}

/** True for parts whose boundary a handler chooses. */
function isParts({ kind, mediaType }: Pick<MediaType, 'kind' | 'mediaType'>): boolean {
  return kind === 'binary' && mediaType.startsWith('multipart/')
}

function mediaTypes(some: readonly MediaType[], content: readonly MediaType[]): string {
  const named = Object.entries(mediaTable(content)).filter(([, media]) => some.includes(media))
  return named.map(([name, media]) => mediaTypeType(name, media)).join(' | ')
}

function mediaTypeType(name: string, media: MediaType): string {
  const { mediaType } = media
  if (isParts(media)) return `\`${mediaType}; boundary=\${string}\``
  if (!mediaType.includes('*')) return quote(name)
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

function bodyTypes(content: readonly MediaType[], direction: Direction): Code[] {
  const types = content.map((media) => bodyType(media, direction))
  return [...new Map(types.map((type) => [type.text, type])).values()]
}

function bodyType(media: MediaType, direction: Direction): Code {
  const { kind, schema, files, otherFiles } = media
  const { bytes, list } = STREAMS[direction]
  if (kind === 'binary') return bytes
  if (kind === 'sequential') return code`${list}<${schemaType(schema)}>`
  if (kind !== 'multipart' || (files ?? otherFiles) === undefined) return schemaType(schema)
  return withFiles(media, list)
}

function schemaType(schema: string | undefined): Code {
  return schema === undefined ? new Code('string') : code`${TYPES}.${schema}`
}

const WIDTH = 80

/** A body with its files: those that are nothing else, those that may be texts, those without a name. */
function withFiles({ schema, files = {}, otherFiles, fields = [] }: MediaType, list: Code): Code {
  const type = (count: FileCount) => (count === 'many' ? code`${list}<${FILE}>` : FILE)
  const isText = (name: string) => fields.some((each) => each.name === name)
  const members = (isEither: boolean) =>
    Object.entries(files)
      .filter(([name]) => isText(name) === isEither)
      .map(([name, count]) => code`${key(name)}: ${type(count)}`)
  const [only, either] = [members(false), members(true)]
  const others = otherFiles ? [memberTypes(either), type(otherFiles)] : []
  const all = others.length === 0 && either.length > 0 ? [memberTypes(either)] : others
  const start = code`${CONTRACT}.WithFiles<${schemaType(schema)}, `
  const line = code`${start}${joined([memberTypes(only), ...all], ', ')}>`
  if (line.text.length <= WIDTH || only.length === 0) return line
  const lines = joined(
    only.map((each) => code`  ${each}\n`),
    '',
  )
  return code`${start}${joined([code`{\n${lines}}`, ...all], ', ')}>`
}

const FILE = code`${CONTRACT}.FilePart`

function memberTypes(members: readonly Code[]): Code {
  return members.length === 0 ? new Code('unknown') : code`{ ${joined(members, '; ')} }`
}

export function directionOf(operation: Operation | Outgoing): Direction {
  return 'event' in operation ? 'sent' : 'received'
}
