import { isObject } from '../openapi/json.js'
import { findMedia } from '../openapi/media-type.js'
import type { ResponseContent, ResponseMedia } from '../runtime/contract/media.js'
import { type Drawn, isSendable, NOTHING } from '../samples/index.js'
import type { FindExamples } from './examples.js'

/** Sources of the values in a mock's responses. */
export interface Sources {
  readonly examples: FindExamples
  /** A value that satisfies a schema of the contract, or `NOTHING` if none is found. */
  draw(schema: string): Drawn
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
export function typeIn(range: string, media: ResponseMedia, content: ResponseContent): string {
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
export function bodyOf(
  media: ResponseMedia,
  examples: readonly unknown[],
  sources: Sources,
): Drawn {
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
