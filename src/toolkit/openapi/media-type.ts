import type { MediaKind } from './media-kind.js'

/** A media type with its parameters (RFC 9110, section 8.3.1). */
export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly essence: string
  /** By name in lower case. */
  readonly parameters: Readonly<Record<string, string>>
}

/** What a document says of a media type, beyond what it is. */
export interface DeclaredMedia {
  /** What its bodies are; none: JSON. */
  readonly kind?: MediaKind
  /** The parameters that it has in the document. */
  readonly parameters?: Readonly<Record<string, string>>
}

const ESSENCE = /^[ \t]*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)[ \t]*(?=;|$)/
/** White space is matched in one place of each way through, so that the time is linear. */
const PARAMETER =
  /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"((?:[^"\\]|\\.)*)")[ \t]*)?(?=;|$)/y

/** Whether a text begins with a media type, whatever its parameters are. */
export function hasMediaType(text: string): boolean {
  return ESSENCE.test(text)
}

/** Reads the text of one media type or range; `undefined` when it is none. */
export function parseMediaType(text: string): MediaType | undefined {
  const [start, essence] = ESSENCE.exec(text) ?? []
  if (start === undefined || essence === undefined) return undefined
  const parameters: [name: string, value: string][] = []
  for (let at = start.length; at < text.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at
    const found = PARAMETER.exec(text)
    if (found === null) return undefined
    const [, name, token, quoted = ''] = found
    if (name === undefined) continue
    parameters.push([name.toLowerCase(), token ?? quoted.replace(/\\(.)/g, '$1')])
  }
  return { essence: essence.toLowerCase(), parameters: Object.fromEntries(parameters) }
}

/** What stands before the parameters of a media type or range, in lower case; it may be none. */
export function essenceOf(text: string): string {
  return (text.split(';')[0] as string).trim().toLowerCase()
}

/** Whether a media type or range, in lower case and without parameters, is JSON. */
export function isJson(essence = ''): boolean {
  return /^[^/]+\/(?:[^/]+\+)?json$/.test(essence)
}

/** The ranges that a media type is in, the narrowest first: itself, its suffix, its type, anything. */
export function rangesOf(essence: string): string[] {
  const [type, subtype = ''] = essence.split('/') as [string, string?]
  const suffix = subtype.lastIndexOf('+')
  const withSuffix = suffix < 0 ? [] : [`${type}/*${subtype.slice(suffix)}`]
  return [essence, ...withSuffix, `${type}/*`, '*/*']
}

/**
 * What a table by media type or range has for a media type: the narrowest entry whose own parameters
 * the media type does not contradict.
 */
export function findMedia<Media extends DeclaredMedia>(
  content: Readonly<Record<string, Media>>,
  { essence, parameters }: MediaType,
): Media | undefined {
  for (const range of rangesOf(essence)) {
    const media = Object.hasOwn(content, range) ? content[range] : undefined
    if (media !== undefined && agrees(media, parameters)) return media
  }
  return undefined
}

function agrees(media: DeclaredMedia, given: MediaType['parameters']): boolean {
  return Object.entries(media.parameters ?? {}).every(([name, value]) => {
    const other = Object.hasOwn(given, name) ? given[name] : undefined
    if (other === undefined) return true
    // The names of character sets are the only values whose case says nothing.
    return name === 'charset' ? other.toLowerCase() === value.toLowerCase() : other === value
  })
}

/** Whether one of the media types in a list such as `image/png, image/*` takes this one. */
export function isAmong(list: string, media: MediaType): boolean {
  const ranges = list.split(',').flatMap((each) => parseMediaType(each) ?? [])
  return ranges.some(({ essence, parameters }) => {
    return findMedia({ [essence]: { parameters } }, media) !== undefined
  })
}

const OF_ANYTHING: Readonly<Partial<Record<MediaKind, string>>> = {
  binary: 'application/octet-stream',
  json: 'application/json',
  text: 'text/plain',
}

/**
 * What a body of a range is called where nobody names it: nothing says what `image/*` is, and what
 * stands beside the range in its table has bodies of its own.
 */
export function concreteType<Media extends DeclaredMedia>(
  range: string,
  media: Media,
  content: Readonly<Record<string, Media>>,
): string | undefined {
  if (!range.includes('*')) return range
  const essence = OF_ANYTHING[media.kind ?? 'json']
  if (essence === undefined || !rangesOf(essence).includes(range)) return undefined
  return findMedia(content, { essence, parameters: {} }) === media ? essence : undefined
}
