import { setOwn } from '../../openapi/json.js'
import type { FileCount } from '../../openapi/media-type.js'
import type { MultipartBody } from '../contract/media.js'
import { contractViolation, type Explain } from '../errors/violations.js'
import { readFields } from '../parameters/form-fields.js'
import { itemType, targetTypeOf } from '../parameters/target-type.js'
import { textValue } from '../parameters/text-value.js'
import type { MultipartLimits } from '../request/serve-options.js'
import { advancing, fileList, fileOf, liveFile } from './file-parts.js'
import { checkType, type MultipartPart, partViolation } from './part-headers.js'
import type { MultipartParts } from './parts.js'

export type ArrivedKind = 'file' | 'json' | 'text'

/** The parts of one name that have arrived. */
export interface ArrivedMember {
  readonly kinds: Set<ArrivedKind>
  /** Those that are held in memory; a text or JSON has its value. */
  readonly held: {
    readonly part: MultipartPart
    readonly bytes: Buffer[]
    readonly value?: unknown
  }[]
  /** A file that is read while the handler reads it. */
  live?: MultipartPart
}

/** Whether a member that is a file is a list of them. */
export function countOf(
  name: string,
  { files = {}, otherFiles = 'one' }: MultipartBody,
): FileCount {
  return Object.hasOwn(files, name) ? (files[name] as FileCount) : otherFiles
}

/** What stands for a file when the schema checks the body. */
const FILE = ''

/** The members of a body, of which the schema has checked all but the bytes of files. */
export function membersOf(
  arrived: ReadonlyMap<string, ArrivedMember>,
  parts: MultipartParts,
  media: MultipartBody,
  limits: MultipartLimits,
  explain: Explain,
): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  const pairs: string[] = []
  for (const [name, member] of arrived) {
    const { kinds, held } = member
    const isMixed = kinds.size > 1
    if (kinds.has('file')) {
      const isList = countOf(name, media) === 'many'
      // Of a file and a text, some readers take the first, some the last.
      if (isMixed && (!isList || kinds.has('json'))) {
        throw partViolation(name, 'must be given once: as a file or as a text')
      }
      setOwn(given, name, isList ? placeholders(name, member, media) : FILE)
    } else if (kinds.has('json')) {
      if (isMixed) throw partViolation(name, 'must have one media type')
      setOwn(given, name, jsonValue(member, media))
    } else pairs.push(...held.map(({ value }) => fieldOf(name, value as string, media)))
  }
  const { values, violations } = readFields(pairs.join('&'), media, explain, given)
  if (violations.length > 0) throw contractViolation(violations)
  for (const [name, member] of arrived) {
    // A read-only member has been deleted.
    if (!member.kinds.has('file') || !Object.hasOwn(values, name)) continue
    setOwn(values, name, fileMember(name, member, parts, media, limits))
  }
  return values
}

/** The items of a list of files: a text among these is one, too, and the schema has its value. */
function placeholders(
  name: string,
  { held, live }: ArrivedMember,
  { fields }: MultipartBody,
): unknown[] {
  const type = targetTypeOf(fields.find((each) => each.name === name)?.type)
  const items = held.map(({ value }, index) =>
    typeof value === 'string' ? textValue(value, itemType(type, index).scalars) : FILE,
  )
  return live ? [...items, FILE] : items
}

/** The value of parts that are JSON: several are a list, and one is where the schema has nothing else. */
function jsonValue({ held }: ArrivedMember, { rest }: MultipartBody): unknown {
  const values = held.map(({ value }) => value)
  const { scalars, array, object } = targetTypeOf(rest)
  const isList = array !== undefined && object === undefined && scalars.length === 0
  const isItem = isList && !Array.isArray(values[0])
  return values.length === 1 && !isItem ? values[0] : values
}

/** A part as a field of a form. */
function fieldOf(name: string, text: string, { fields }: MultipartBody): string {
  const written = fields.find((each) => each.name === name)
  const encoded = encodeURIComponent(text)
  // A part is not encoded: each comma of a list is a delimiter.
  const isDivided = written?.style === 'form' && written.explode === false
  return `${encodeURIComponent(name)}=${isDivided ? encoded.replaceAll('%2C', ',') : encoded}`
}

function fileMember(
  name: string,
  { held, live }: ArrivedMember,
  parts: MultipartParts,
  media: MultipartBody,
  { memory }: MultipartLimits,
): unknown {
  const isList = countOf(name, media) === 'many'
  const next = (part: MultipartPart) =>
    advancing(part, async () => {
      const following = await parts.next()
      if (following === undefined) return undefined
      if (following.name !== name || !isList) {
        throw partViolation(following.name, `must come before files of over ${memory} bytes`)
      }
      checkType(following, media)
      return following
    })
  const kept = held.map(({ part, bytes }) => fileOf(part, bytes))
  if (isList) return fileList(kept, live, next)
  return live ? liveFile(live, next(live)) : kept[0]
}
