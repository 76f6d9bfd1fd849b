import { essenceOf, isJson, type MediaTable, parseMediaType } from './media-type.js'

/** A media type of a document, taken apart. */
interface NamedMedia {
  /** Without parameters; it may be a range. */
  readonly mediaType: string
  readonly parameters?: Readonly<Record<string, string>>
}

/** A media type as it is written in a header. */
export function writeMediaType(essence: string, parameters: NamedMedia['parameters'] = {}): string {
  const written = Object.entries(parameters).map(([name, value]) => `; ${name}=${token(value)}`)
  return `${essence}${written.join('')}`
}

/** JSON as a header names it: with its charset, as Fastify sends it. */
export function withCharset(type: string): string {
  const { essence, parameters } = parseMediaType(type) ?? {}
  return isJson(essence) && !parameters?.charset ? `${type}; charset=utf-8` : type
}

function token(value: string): string {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

export function nameOfMedia({ mediaType, parameters }: NamedMedia): string {
  return writeMediaType(mediaType, parameters)
}

/** Media types by their names: with parameters where these tell one from another. */
export function mediaTable<Media extends NamedMedia>(content: readonly Media[]): MediaTable<Media> {
  const counts = new Map<string, number>()
  for (const { mediaType } of content) counts.set(mediaType, (counts.get(mediaType) ?? 0) + 1)
  const named = content.map((each) => {
    const isOnly = counts.get(each.mediaType) === 1
    return [isOnly ? each.mediaType : nameOfMedia(each), each] as const
  })
  return Object.fromEntries(named)
}

/**
 * The parameters that tell a media type from others: neither `charset=utf-8`, which all texts have, nor
 * `boundary`, which each message has of its own (RFC 2046, section 5.1.1).
 */
export function parametersIn(range: string): Record<string, string> {
  const { parameters = {} } = parseMediaType(range) ?? {}
  const told = Object.entries(parameters).filter(([name, value]) => {
    return name !== 'boundary' && !(name === 'charset' && /^utf-?8$/i.test(value))
  })
  return Object.fromEntries(told)
}

/** The name of a media type that a document writes. */
export function nameOfRange(range: string): string {
  return writeMediaType(essenceOf(range), parametersIn(range))
}

/** The key of a `content` map for the name of a media type, or else for what it is without parameters. */
export function keyOfMedia(keys: readonly string[], name: string): string | undefined {
  const isEssence = (key: string) => essenceOf(key) === essenceOf(name)
  return keys.find((key) => nameOfRange(key) === name) ?? keys.find(isEssence)
}
