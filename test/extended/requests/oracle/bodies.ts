import { isUtf8 } from 'node:buffer'
import type { Dialect, Node } from '../../../toolkit/conformance/servers/schemas/dialect.js'
import { Undecided } from '../../../toolkit/conformance/servers/schemas/undecided.js'
import { type Body, type Media, type Parameter, resolved } from './document.js'
import { emptyObject, readJson } from './json.js'
import { form, pairsOf } from './parameters.js'
import { Unreadable, valueIn } from './texts.js'

/** The kind of body of a media type, as far as it is known here. */
export type Kind = 'json' | 'form' | 'text' | 'other'

/** Media types of which nothing can be read, whatever their schemas say: bytes. */
const OPAQUE =
  /^(image|audio|video)\/|^application\/(octet-stream|pdf|zip|x-(?!jsonl|ndjson|www|yaml).*)$/
const TEXT = /^(text\/(?!event-stream).*|application\/xml)$/

export function kindOf(mediaType: string): Kind {
  if (/[/+]json$/.test(mediaType)) return 'json'
  if (mediaType === 'application/x-www-form-urlencoded') return 'form'
  return TEXT.test(mediaType) ? 'text' : 'other'
}

const SIMPLE = /^[ \t]*([\w!#$&^.+*-]+\/[\w!#$&^.+*-]+)[ \t]*(;[ \t]*[\w-]+=[\w./-]+[ \t]*)*$/

export function isMediaType(text: string): boolean {
  return SIMPLE.test(text)
}

/** The media type of a document that takes what a client sends; none where nothing does. */
export function chosen({ content }: Body, type: string): [key: string, media: Media] | undefined {
  const [, given] = SIMPLE.exec(type) ?? []
  if (given === undefined) {
    if (/^[\w ]*$/.test(type)) return undefined
    throw new Undecided('an odd media type')
  }
  const essence = given.toLowerCase()
  const declared = [...content].map(([key, media]) => {
    const [range = '', ...parameters] = key.split(';')
    if (parameters.some((each) => !/charset=utf-?8/i.test(each))) throw new Undecided('parameters')
    return [range.trim().toLowerCase(), media] as const
  })
  const [main = ''] = essence.split('/')
  const suffix = /\+[^+]*$/.exec(essence)?.[0]
  const ranges = [essence, ...(suffix ? [`${main}/*${suffix}`] : []), `${main}/*`, '*/*']
  for (const range of ranges) {
    const found = declared.find(([key]) => key === range)
    if (found) return [found[0], found[1]]
  }
  return undefined
}

/** True if a body that is not empty conforms to its media type. */
export function keepsBody(
  key: string,
  media: Media,
  type: string,
  bytes: Buffer,
  dialect: Dialect,
): boolean {
  const kind = kindOf(key)
  if (kind === 'json') {
    const value = readJson(bytes)
    return value !== undefined && dialect.accepts(media.schema, value)
  }
  if (isBytes(media.schema, dialect)) return true
  if (kind === 'other' && OPAQUE.test(key)) return true
  if (kind === 'other') throw new Undecided(`a body of ${key}`)
  const charset = /charset=([^;\s]*)/i.exec(type)?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset)) throw new Undecided('charset')
  if (kind === 'form') return keepsForm(media, bytes.toString('latin1'), dialect)
  // A structure that is no JSON is not taken apart: any text may be one.
  if (!isUtf8(bytes)) return false
  const { type: wanted } = resolved(media.schema ?? {}, dialect.follow)
  return wanted !== 'string' || dialect.accepts(media.schema, bytes.toString())
}

/** True if a schema describes bytes, which are not looked at. */
function isBytes(schema: unknown, { follow }: Dialect): boolean {
  const { type, format } = resolved(schema ?? {}, follow)
  return type === 'string' && format === 'binary'
}

/** A form as the object of its fields. */
function keepsForm(media: Media, text: string, dialect: Dialect): boolean {
  const pairs = pairsOf(text)
  if (/[^\x21-\x7e]/.test(text)) throw new Undecided('an odd form')
  if (pairs === undefined) return false
  const { fields, schema } = whole(media, dialect)
  const value = emptyObject()
  try {
    for (const [name, texts] of pairs) {
      const field = fields.find((each) => each.name === name)
      if (field === undefined && texts.length > 1) throw new Undecided('unknown fields')
      value[name] = field ? valueIn(field, texts, form, dialect) : form(texts[0] as string)
    }
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
  return dialect.accepts(schema, value)
}

interface Whole {
  readonly fields: readonly Parameter[]
  readonly schema: unknown
}

/** Schemas are compiled once. */
const wholes = new WeakMap<Media, Whole>()

function whole(media: Media, dialect: Dialect): Whole {
  const known = wholes.get(media) ?? wholeOf(media, dialect)
  wholes.set(media, known)
  return known
}

/** The fields of a form, and the schema of all of them. */
function wholeOf({ fields, schema, encoding = {} }: Media, { follow }: Dialect): Whole {
  if (fields !== undefined) {
    const properties = Object.fromEntries(fields.map((each) => [each.name, each.schema]))
    const required = fields.filter((each) => each.required).map(({ name }) => name)
    return { fields, schema: { type: 'object', properties, required } }
  }
  const node = resolved(schema, follow)
  const names = Object.keys(node)
  if (names.some((each) => ['allOf', 'anyOf', 'oneOf', 'additionalProperties'].includes(each)))
    throw new Undecided('a form of combined schemas')
  const found = Object.entries((node.properties ?? {}) as Node).map(([name, each]) => ({
    ...{ name, in: 'form', required: false },
    ...{ schema: Object.hasOwn(encoding, name) ? undefined : each, node: {} },
  }))
  return { fields: found, schema }
}
