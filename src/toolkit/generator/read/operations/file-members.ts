import { essenceOf, type FileCount, isJson } from '../../../openapi/media-type.js'
import type { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { MediaType } from '../../model/model.js'
import { onceFor, wordSet } from '../../shared/collections.js'
import type { Cursor } from '../document/cursor.js'
import { followed } from '../document/referenced-fields.js'
import { partsOf, resolve } from '../document/references.js'
import type { Schemas } from '../schemas/schemas.js'
import { isBinary, mediaKindOf } from './media-kind.js'
import { reportFileRules } from './media-reports.js'

/** How the parts of a member are sent: as files, or as texts, or either. */
interface PartKind {
  readonly count: FileCount
  /** True if it may be a text, too. */
  readonly isEither: boolean
  /** True if nothing but the lack of a type makes it a file. */
  readonly isUntyped: boolean
}

/** Results by location; a schema that contains itself is no file. */
type KnownKinds = Map<string, PartKind | undefined>

interface FileReading {
  readonly known: KnownKinds
  /** True if a part without a type is bytes (3.1, section 4.8.15.1). */
  readonly untypedIsFile: boolean
  readonly report: Diagnostics
}

interface Occurrence {
  readonly name: string
  readonly kind: PartKind | undefined
  /** True if another alternative may describe the member differently. */
  readonly isChoice: boolean
}

interface FilesOfSchema extends Pick<MediaType, 'files' | 'otherFiles'> {
  /** Those that may be texts, too. */
  readonly either: ReadonlySet<string>
}

export function filesOf(
  schema: Cursor | undefined,
  encoding: Cursor | undefined,
  { version }: Schemas,
  report: Diagnostics,
): FilesOfSchema {
  const untypedIsFile = version !== '2.0' && version !== '3.0'
  const reading = { known: new Map(), untypedIsFile, report }
  const found = occurrences(schema?.quiet(), reading, false, new Set())
  const names = [...new Set(found.flatMap(({ name, kind }) => (kind ? name : [])))]
  const members = names.flatMap((name) => {
    const kind = joined(found.filter((each) => each.name === name))
    if (kind === undefined || (kind.isUntyped && isWrittenAsText(name, encoding))) return []
    return [[name, kind] as const]
  })
  const others = otherFilesOf(schema?.quiet(), reading)
  return {
    ...(members.length > 0 && {
      files: Object.fromEntries(members.map(([name, { count }]) => [name, count])),
    }),
    ...(others && { otherFiles: others }),
    either: new Set(members.flatMap(([name, { isEither }]) => (isEither ? name : []))),
  }
}

/** True if `encoding` has a media type of texts only: a value of JSON, or characters. */
function isWrittenAsText(name: string, encoding: Cursor | undefined): boolean {
  const reference = encoding?.entries().find(([each]) => each === name)?.[1]
  const types = followed(reference)?.get('contentType')?.string()?.split(',') ?? []
  const isText = (type: string) => isJson(type) || mediaKindOf(type, undefined) === 'text'
  return types.length > 0 && types.map(essenceOf).every(isText)
}

function occurrences(
  schema: Cursor | undefined,
  reading: FileReading,
  isChoice: boolean,
  seen: Set<string>,
): Occurrence[] {
  const target = schema && resolve(schema)
  if (target === undefined || seen.has(target.fullPointer)) return []
  seen.add(target.fullPointer)
  const within = (keyword: string, isOne: boolean) =>
    target.parts(keyword).flatMap((part) => occurrences(part, reading, isOne, seen))
  const own = (target.get('properties')?.entries() ?? []).map(([name, member]) => {
    return { name, kind: kindOf(member, reading), isChoice }
  })
  return [...within('allOf', isChoice), ...own, ...within('anyOf', true), ...within('oneOf', true)]
}

/** What all occurrences of a member say: one with a type outweighs one without. */
function joined(all: readonly Occurrence[]): PartKind | undefined {
  const typed = all.filter(({ kind }) => !kind?.isUntyped)
  const counted = typed.length > 0 ? typed : all
  const kinds = counted.flatMap(({ kind }) => kind ?? [])
  const kind = kinds.find(({ count }) => count === 'many') ?? kinds[0]
  if (kind === undefined) return undefined
  const isEither = counted.some((each) => each.kind === undefined && each.isChoice)
  return { ...kind, isEither: isEither || kinds.some((each) => each.isEither) }
}

function otherFilesOf(schema: Cursor | undefined, reading: FileReading): FileCount | undefined {
  const kinds = (schema ? partsOf(schema) : []).map((part) => {
    const others = part.get('additionalProperties')
    return others && kindOf(others, { ...reading, untypedIsFile: false })
  })
  return kinds.find((kind) => kind && !kind.isEither)?.count
}

function kindOf(schema: Cursor, reading: FileReading): PartKind | undefined {
  const target = resolve(schema)
  if (target === undefined) return undefined
  const { fullPointer } = target
  const kind = onceFor(reading.known, fullPointer, undefined, () => kindAt(target, reading))
  // What stands beside a reference may give it a type.
  const isTyped = Object(schema.value).$ref !== undefined && !isUntyped(schema)
  return kind?.isUntyped && isTyped ? undefined : kind
}

const FILE: PartKind = { count: 'one', isEither: false, isUntyped: false }

function kindAt(cursor: Cursor, reading: FileReading): PartKind | undefined {
  if (isBinary(cursor)) {
    reportFileRules(cursor, reading.report)
    return FILE
  }
  if (reading.untypedIsFile && isUntyped(cursor)) return { ...FILE, isUntyped: true }
  const items = cursor.get('items')
  if (items !== undefined) {
    const item = kindOf(items, reading)
    return item?.count === 'one' ? { ...item, count: 'many' } : undefined
  }
  const parts = cursor.parts('allOf').map((each) => kindOf(each, reading))
  const typed = parts.find((kind) => kind && !kind.isUntyped)
  if (typed !== undefined) return typed
  const choices = cursor.parts('anyOf', 'oneOf')
  if (choices.length > 0) return chosen(choices, reading)
  return parts.length > 0 && parts.every((kind) => kind?.isUntyped) ? parts[0] : undefined
}

/** A member that may be one file or several is a list. `null` is ignored: no part can be null. */
function chosen(choices: readonly Cursor[], reading: FileReading): PartKind | undefined {
  const kinds = choices
    .filter((each) => each.get('type')?.value !== 'null')
    .map((each) => kindOf(each, reading))
  const files = kinds.flatMap((kind) => kind ?? [])
  const kind = files.find(({ count }) => count === 'many') ?? files[0]
  if (kind === undefined || files.every((each) => each.isUntyped)) return undefined
  const isEither = files.length < kinds.length || files.some((each) => each.isEither)
  return { ...kind, isEither, isUntyped: false }
}

/** Keywords that say nothing of a value; extensions are others. */
const ANNOTATIONS = wordSet(
  '$ref $comment $anchor $id title description deprecated readOnly writeOnly ' +
    'example examples externalDocs xml',
)

/** True for a schema without a type, or anything else that says what a value is. */
function isUntyped({ value }: Cursor): boolean {
  if (value === true) return true
  if (typeof value !== 'object' || value === null) return false
  const said = Object.keys(value).filter((keyword) => !/^x-/.test(keyword))
  return said.every((keyword) => ANNOTATIONS.has(keyword))
}
