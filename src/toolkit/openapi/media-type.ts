import { memoize } from '../shared/memoize.js'

/** A media type with its parameters (RFC 9110, section 8.3.1). */
export interface ParsedMediaType {
  /** `type/subtype` in lower case. */
  readonly essence: string
  /** Values by names in lower case. */
  readonly parameters: Readonly<Record<string, string>>
}

export interface DeclaredMedia {
  /** Kind of its bodies; none: JSON. */
  readonly kind?: MediaKind
  readonly parameters?: Readonly<Record<string, string>>
}

const ESSENCE = /^[ \t]*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)[ \t]*(?=;|$)/
/** Only one part of the pattern matches each space, so that the time is linear. */
const PARAMETER =
  /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"((?:[^"\\]|\\.)*)")[ \t]*)?(?=;|$)/y

export function hasMediaType(text: string): boolean {
  return ESSENCE.test(text)
}

/** Parses one media type or range; `undefined` if the text is none. */
export function parseMediaType(text: string): ParsedMediaType | undefined {
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

/** A media type or range without parameters, in lower case; it may be empty. */
export function essenceOf(text: string): string {
  return (text.split(';')[0] as string).trim().toLowerCase()
}

/** True for a JSON media type or range in lower case, without parameters. */
export function isJson(essence = ''): boolean {
  return /^[^/]+\/(?:[^/]+\+)?json$/.test(essence)
}

/** Ranges that contain a media type, the narrowest first: itself, its suffix, its type, all. */
export function rangesOf(essence: string): string[] {
  const [type, subtype = ''] = essence.split('/') as [string, string?]
  const suffix = subtype.lastIndexOf('+')
  const withSuffix = suffix < 0 ? [] : [`${type}/*${subtype.slice(suffix)}`]
  return [essence, ...withSuffix, `${type}/*`, '*/*']
}

/** Media types of a document by their names: several may differ in parameters only. */
export type MediaTable<Media> = Readonly<Record<string, Media>>

type MediaEntry<Media> = readonly [name: string, media: Media]

/** Entry for a media type: that of the narrowest range whose parameters it does not contradict. */
export function findMedia<Media extends DeclaredMedia>(
  content: MediaTable<Media>,
  type: ParsedMediaType,
): Media | undefined {
  return findEntry(content, type)?.[1]
}

/** The same, with its name. */
export function findEntry<Media extends DeclaredMedia>(
  content: MediaTable<Media>,
  { essence, parameters }: ParsedMediaType,
): MediaEntry<Media> | undefined {
  const names = namesByRange(content)
  for (const range of rangesOf(essence)) {
    const entries = names.get(range)?.map((name) => [name, content[name] as Media] as const)
    const entry = entries && closest(entries, parameters)
    if (entry !== undefined) return entry
  }
  return undefined
}

const namesByRange = memoize((content: MediaTable<unknown>) => {
  const byRange = new Map<string, string[]>()
  for (const name of Object.keys(content)) {
    const range = essenceOf(name)
    byRange.set(range, [...(byRange.get(range) ?? []), name])
  }
  return byRange
})

/** The entry that shares most parameters; among equals that with the fewest others, or the first. */
function closest<Media extends DeclaredMedia>(
  entries: readonly MediaEntry<Media>[],
  given: ParsedMediaType['parameters'],
): MediaEntry<Media> | undefined {
  return entries
    .filter(([, media]) => agrees(media, given))
    .toSorted(([, one], [, other]) => {
      return sharedBy(other, given) - sharedBy(one, given) || countOf(one) - countOf(other)
    })[0]
}

function countOf({ parameters = {} }: DeclaredMedia): number {
  return Object.keys(parameters).length
}

function sharedBy({ parameters = {} }: DeclaredMedia, given: ParsedMediaType['parameters']) {
  return Object.keys(parameters).filter((name) => Object.hasOwn(given, name)).length
}

function agrees({ parameters = {} }: DeclaredMedia, given: ParsedMediaType['parameters']): boolean {
  return Object.entries(parameters).every(([name, value]) => {
    return !Object.hasOwn(given, name) || isSame(name, value, given[name] as string)
  })
}

/** True for equal values of a parameter; only names of character sets ignore case. */
export function isSame(name: string, one: string, other: string): boolean {
  return name === 'charset' ? one.toLowerCase() === other.toLowerCase() : one === other
}

/** True if a list of media types such as `image/png, image/*` contains this one. */
export function isAmong(list: string, media: ParsedMediaType): boolean {
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

/** Media type of a body for the name of one or of a range, unless another has it; none for `image/*`. */
export function concreteType<Media extends DeclaredMedia>(
  range: string,
  media: Media,
  content: MediaTable<Media>,
): string | undefined {
  const wanted = essenceOf(range)
  if (!wanted.includes('*')) return wanted
  const essence = OF_ANYTHING[media.kind ?? 'json']
  if (essence === undefined || !rangesOf(essence).includes(wanted)) return undefined
  return findMedia(content, { essence, parameters: {} }) === media ? essence : undefined
}

/** Kind of a body for handlers: a value, a string, fields, parts, bytes, or several values. */
export type MediaKind = 'json' | 'text' | 'form' | 'multipart' | 'binary' | 'sequential'

/** Members of a `multipart` body that are files or lists of files. */
export type FileMembers = Readonly<Record<string, FileCount>>

/** One file, or a list of files. */
export type FileCount = 'one' | 'many'
