import { EVENT_FIELDS } from '../openapi/framing.js'
import { isObject } from '../openapi/json.js'
import { essenceOf, findMedia } from '../openapi/media-type.js'
import type { ResponseContent, ResponseMedia } from '../runtime/contract/media.js'
import { type Drawn, isSendable, NOTHING } from '../samples/index.js'
import type { DocumentExamples } from './examples.js'
import { type Identity, identified } from './identity.js'
import { itemsInText } from './sequence-text.js'

/** Sources of the values in a mock's responses. */
export interface Sources {
  readonly examples: DocumentExamples
  /** A value that satisfies a schema of the contract, or `NOTHING` if none is found. */
  draw(schema: string): Drawn
  /** Why there is none: which part of the schema no value is found for. */
  undrawn(schema: string): string | undefined
}

/** Number of items in a generated sequence. */
const SOME = 3

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
export function typeIn(name: string, media: ResponseMedia, content: ResponseContent): string {
  const range = essenceOf(name)
  if (!range.includes('*')) return name
  if (!range.endsWith('/*')) return range.replace('*', 'x')
  const { kind = 'json' } = media
  const type = range === '*/*' ? (kind === 'text' ? 'text' : 'application') : range.slice(0, -2)
  const known = SUBTYPES[type] ?? (kind === 'binary' ? 'octet-stream' : 'json')
  const other = kind === 'json' ? 'x+json' : 'x'
  const names = [`${type}/${known}`, `${type}/${other}`]
  const isFree = (essence: string) => findMedia(content, { essence, parameters: {} }) === media
  return names.find(isFree) ?? `${range === '*/*' ? 'model' : type}/${other}`
}

/** Where a body stands in a document, and what the request says of it. */
type BodyPlace = Parameters<DocumentExamples['inBody']>[0] & {
  readonly identities?: readonly Identity[]
}

/** The first example that fits, else a generated value, which has the ids of the request. */
export function bodyOf(
  media: ResponseMedia,
  { identities = [], ...place }: BodyPlace,
  examples: readonly unknown[],
  sources: Sources,
): Drawn {
  if (isXml(place.mediaType)) return examples.find(isText) ?? NOTHING
  if (isForm(place.mediaType)) return NOTHING
  if (media.kind === 'binary') return Buffer.from(examples.find(isText) ?? 'bytes')
  if (media.kind === 'sequential') {
    const isItem = ITEMS[media.framing]
    const fits = (item: unknown) => isItem(item) && media.validate(item)
    const fitting = examples
      .map((each) => (isText(each) ? itemsInText(each, media.framing, fits) : each))
      .find((each) => Array.isArray(each) && each.every(fits) && isSendable(each))
    if (fitting !== undefined) return fitting
    const items = Array.from({ length: SOME }, () => drawnOf(isItem, media.schema, sources))
    if (items.includes(NOTHING)) return NOTHING
    return items.map((item) => sources.examples.inBody({ ...place, isItem: true }, item, fits))
  }
  const { schema, validate = () => true } = media
  const isScalar = media.kind === 'text' && media.scalars !== undefined
  const isKind = isScalar ? isNoObject : KINDS[media.kind ?? 'json']
  const { areAll } = sources.examples
  const isWritten = (media.kind ?? 'json') === 'json'
  const read = isWritten ? examples.map((each) => parsed(each, validate)) : examples
  const possible = read.filter((each) => isKind(each) && isSendable(each))
  const fitting = areAll ? possible : possible.filter((each) => validate(each))
  if (fitting.length > 0) return fitting[0]
  if (schema === undefined) return 'text'
  const body = drawnOf(isKind, schema, sources)
  if (body === NOTHING) return NOTHING
  const accepts = (value: unknown) => isKind(value) && isSendable(value) && validate(value)
  return identified(sources.examples.inBody(place, body, accepts), identities, accepts)
}

/** The value of an example that is written as the text of its JSON, if only that is accepted. */
function parsed(example: unknown, accepts: (value: unknown) => boolean): unknown {
  if (!isText(example) || accepts(example)) return example
  try {
    const value: unknown = JSON.parse(example)
    return accepts(value) ? value : example
  } catch {
    return example
  }
}

/** True for XML, which is written from no schema. */
export function isXml(mediaType: string): boolean {
  return /[/+]xml$/.test(essenceOf(mediaType))
}

/** True for a form or parts, whose bytes and boundary only a handler has. */
export function isForm(mediaType: string): boolean {
  return /^multipart\/|^application\/x-www-form-urlencoded$/.test(essenceOf(mediaType))
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isNoObject = (value: unknown) => typeof value !== 'object'
const isAny = () => true
const isEvent = (value: unknown) =>
  isObject(value) && Object.keys(value).every((name) => EVENT_FIELDS.includes(name))

/** Values that each kind of media type can hold. */
const KINDS = { json: isAny, text: isText }

/** Items that each framing can hold: an event whose data is text has no `null`, which a schema may allow. */
const ITEMS = {
  'json-lines': isAny,
  'json-seq': isAny,
  'event-stream': isEvent,
  'event-stream-json': isAny,
  'event-stream-text': isText,
}

/** Most values that are drawn until one can be sent: a schema of text may also allow `null`. */
const TRIES = 20

function drawnOf(isKind: (value: unknown) => boolean, schema: string, { draw }: Sources): Drawn {
  for (let tries = 0; tries < TRIES; tries++) {
    const value = draw(schema)
    if (value === NOTHING || isKind(value)) return value
  }
  return NOTHING
}
