import { isObject } from '../openapi/json.js'
import { findMedia } from '../openapi/media-type.js'
import { statusKeys } from '../openapi/status.js'
import type { OperationContract } from '../runtime/contract/contract.js'
import type { OperationResult } from '../runtime/contract/handler.js'
import type { HeaderGroup, ResponseContent, ResponseMedia } from '../runtime/contract/media.js'
import { writeHeader } from '../runtime/response/headers.js'
import { type Drawn, isSendable, NOTHING } from '../samples/index.js'
import type { FindExamples } from './examples.js'

/** Sources of the values in a mock's responses. */
export interface Sources {
  readonly examples: FindExamples
  /** A value that satisfies a schema of the contract, or `NOTHING` if none is found. */
  draw(schema: string): Drawn
}

/** A response, or the reason why there is none. */
type MockResponse = { readonly result: OperationResult } | { readonly lacks: string }

/** Number of items in a generated sequence. */
const SOME = 3

/**
 * A response with a status that an operation documents. Its body is an example, if the document has
 * one that satisfies the schema.
 *
 * @param key - The status in the document: `200`, `4XX`, `default`.
 * @param name - The requested example; by default any.
 */
export function mockResponse(
  operation: OperationContract,
  { key, status, mediaType }: { key: string; status: number; mediaType: string | undefined },
  name: string | undefined,
  sources: Sources,
): MockResponse {
  const headers = headersOf(operation, key, sources)
  if (headers === NOTHING) return { lacks: `no headers of status ${status} were found` }
  const media = mediaType === undefined ? undefined : operation.responses[key]?.[mediaType]
  if (mediaType === undefined || media === undefined) return { result: { status, headers } }
  const examples = sources.examples(operation, key, mediaType)
  if (name !== undefined && !examples.has(name)) {
    return { lacks: `no example of status ${status} is called ${JSON.stringify(name)}` }
  }
  const chosen = name === undefined ? [...examples.values()] : [examples.get(name)]
  const body = bodyOf(media, chosen, sources)
  if (body === NOTHING) return { lacks: `no body of status ${status} was found` }
  const contentType = typeIn(mediaType, media, operation.responses[key] as ResponseContent)
  return { result: { status, headers, contentType, body } }
}

const SUBTYPES: Readonly<Record<string, string>> = {
  audio: 'mpeg',
  image: 'png',
  text: 'plain',
  video: 'mp4',
}

/**
 * A media type in a range: `image/png` in `image/*`, `application/x+json` in `application/*+json`.
 * A media type that is documented beside the range has bodies of its own.
 */
function typeIn(range: string, media: ResponseMedia, content: ResponseContent): string {
  if (!range.endsWith('/*')) return range.replace('*', 'x')
  const { kind = 'json' } = media
  const type = range === '*/*' ? (kind === 'text' ? 'text' : 'application') : range.slice(0, -2)
  const known = SUBTYPES[type] ?? (kind === 'binary' ? 'octet-stream' : 'json')
  const other = kind === 'json' ? 'x+json' : 'x'
  const names = [`${type}/${known}`, `${type}/${other}`]
  const isFree = (essence: string) => findMedia(content, { essence, parameters: {} }) === media
  return names.find(isFree) ?? `${range === '*/*' ? 'model' : type}/${other}`
}

/** The first example that fits, else a generated value. */
function bodyOf(media: ResponseMedia, examples: readonly unknown[], sources: Sources): Drawn {
  if (media.kind === 'binary') return Buffer.from(String(examples[0] ?? 'bytes'))
  if (media.kind === 'sequential') {
    const lists = examples.filter((each) => Array.isArray(each) && isSendable(each))
    const fitting = lists.find((list) => (list as unknown[]).every(media.validate))
    return fitting ?? drawn(SOME, media.schema, sources)
  }
  const { schema, validate = () => true } = media
  const isKind = KINDS[media.kind ?? 'json']
  const fitting = examples.filter((each) => isKind(each) && isSendable(each) && validate(each))
  if (fitting.length > 0) return fitting[0]
  return schema === undefined ? 'text' : drawnOf(isKind, schema, sources)
}

const isText = (value: unknown) => typeof value === 'string'

/** Values that each kind of media type can hold. */
const KINDS = { json: () => true, text: isText, form: isObject, multipart: isObject }

/** Most values that are drawn until one can be sent: a schema of text may also allow `null`. */
const TRIES = 20

function drawnOf(isKind: (value: unknown) => boolean, schema: string, { draw }: Sources): Drawn {
  for (let tries = 0; tries < TRIES; tries++) {
    const value = draw(schema)
    if (value === NOTHING || isKind(value)) return value
  }
  return NOTHING
}

function drawn(count: number, schema: string, { draw }: Sources): Drawn {
  const items = Array.from({ length: count }, () => draw(schema))
  return items.includes(NOTHING) ? NOTHING : items
}

function headersOf(
  { responseHeaders = {} }: OperationContract,
  key: string,
  { draw }: Sources,
): Record<string, unknown> | typeof NOTHING {
  const group = responseHeaders[key]
  if (group === undefined) return {}
  const drawn = draw(group.schema) as Record<string, unknown> | typeof NOTHING
  return drawn === NOTHING || areWritten(drawn, group) ? drawn : NOTHING
}

/** False if a header cannot be written, though its schema allows the value. */
function areWritten(headers: Record<string, unknown>, group: HeaderGroup): boolean {
  try {
    for (const [name, value] of Object.entries(headers)) writeHeader(name, value, group)
    return true
  } catch {
    return false
  }
}

/** Status of a response: the requested one if documented, else the first success. */
export function chooseStatus({ responses }: OperationContract, code: number | undefined) {
  const keys = Object.keys(responses)
  if (code !== undefined) {
    const key = statusKeys(code).find((each) => keys.includes(each))
    return key === undefined || code < 200 ? undefined : { key, status: code }
  }
  const isSuccess = (key: string) => key.startsWith('2')
  const isFinal = (key: string) => !key.startsWith('1')
  const key = keys.find(isSuccess) ?? keys.find((each) => each === 'default') ?? keys.find(isFinal)
  if (key === undefined) return undefined
  return { key, status: key === 'default' ? 200 : Number(key.replace(/XX$/i, '00')) }
}
