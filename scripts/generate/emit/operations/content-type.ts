import type { MediaType, RequestBody, Response } from '../../model/model.js'
import { doc, key, quote } from '../print/print.js'
import { prose } from '../print/prose.js'

/** The member `body` of a request, with `contentType` where it decides what the body is. */
export function requestBodyMembers(body: RequestBody): string {
  const comment = doc('  ', body.description && prose(body.description))
  const types = new Set(body.content.map(requestType))
  const alone = types.size === 1
  if (!alone) return ''
  const contentType =
    body.content.length > 1
      ? `  readonly contentType${body.required ? '' : '?'}: ${mediaTypes(body.content)}\n`
      : ''
  return `${contentType}${comment}  readonly body: ${[...types][0]}${body.required ? '' : ' | undefined'}\n`
}

/** Bodies that differ by media type: one alternative each, so that `contentType` narrows `body`. */
export function requestBodyAlternatives(body: RequestBody): readonly string[] {
  const types = [...new Set(body.content.map(requestType))]
  if (types.length === 1) return []
  const alternatives = types.map((type) => {
    const content = body.content.filter((media) => requestType(media) === type)
    return `{ readonly contentType: ${mediaTypes(content)}; readonly body: ${type} }`
  })
  const absent = '{ readonly contentType?: undefined; readonly body?: undefined }'
  return body.required ? alternatives : [...alternatives, absent]
}

/** The members `body` and `contentType` of a response, one alternative for each kind of body. */
export function responseBodies({ content }: Response): readonly (readonly string[])[] {
  if (content.length === 0) return [[]]
  const types = [...new Set(content.map(responseType))]
  return types.map((type, index) => {
    const media = content.filter((each) => responseType(each) === type)
    const body = `readonly body: ${type}`
    if (content.length === 1) return [body]
    // The first media type is what is sent when the handler names none.
    return [`readonly contentType${index === 0 ? '?' : ''}: ${mediaTypes(media)}`, body]
  })
}

function mediaTypes(content: readonly MediaType[]): string {
  return content.map(({ mediaType }) => mediaTypeType(mediaType)).join(' | ')
}

/** A range as the type of what is in it. */
function mediaTypeType(mediaType: string): string {
  if (!mediaType.includes('*')) return quote(mediaType)
  const [type] = mediaType.split('/') as [string]
  // Letters, digits and a few signs only: nothing that could leave the template.
  return type === '*' ? 'string' : `\`${type.replace(/[^\w.+-]/g, '')}/\${string}\``
}

function requestType({ kind, schema, files }: MediaType): string {
  if (kind === 'binary') return 'contract.ByteStream'
  if (kind === 'sequential') return `AsyncIterable<${schemaType(schema)}>`
  return kind === 'multipart' && files ? withFiles(schemaType(schema), files) : schemaType(schema)
}

function responseType(media: MediaType): string {
  if (media.kind === 'binary') return 'contract.Bytes'
  if (media.kind === 'sequential') return `contract.Sequence<${schemaType(media.schema)}>`
  return requestType(media)
}

function schemaType(schema: string | undefined): string {
  return schema === undefined ? 'string' : `schemas.${schema}`
}

function withFiles(type: string, files: Readonly<Record<string, 'one' | 'many'>>): string {
  const members = Object.entries(files).map(
    ([name, count]) => `${key(name)}: contract.FilePart${count === 'many' ? '[]' : ''}`,
  )
  return `contract.WithFiles<${type}, { ${members.join('; ')} }>`
}
