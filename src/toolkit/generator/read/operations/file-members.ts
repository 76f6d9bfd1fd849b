import type { FileCount } from '../../../openapi/media-kind.js'
import type { MediaType } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import { isBinary } from './body-schemas.js'

/** What is known of places; what leads back to itself is no file. */
type FileCounts = Map<string, FileCount | undefined>

/** The members of a `multipart` schema that are files, those of the parts of an `allOf` too. */
export function filesOf(schema: Cursor | undefined): Pick<MediaType, 'files'> {
  const known: FileCounts = new Map()
  const files = membersOf(schema?.quiet(), new Set()).flatMap(([name, member]) => {
    const count = countOf(member, known)
    return count === undefined ? [] : [[name, count] as const]
  })
  return files.length === 0 ? {} : { files: Object.fromEntries(files) }
}

function membersOf(schema: Cursor | undefined, seen: Set<string>): [string, Cursor][] {
  const cursor = schema && resolve(schema)
  if (cursor === undefined || seen.has(cursor.fullPointer)) return []
  seen.add(cursor.fullPointer)
  const parts = cursor.get('allOf')?.elements() ?? []
  return [
    ...parts.flatMap((part) => membersOf(part, seen)),
    ...(cursor.get('properties')?.entries() ?? []),
  ]
}

function countOf(schema: Cursor, known: FileCounts): FileCount | undefined {
  const cursor = resolve(schema)
  if (cursor === undefined) return undefined
  if (known.has(cursor.fullPointer)) return known.get(cursor.fullPointer)
  known.set(cursor.fullPointer, undefined)
  const count = countAt(cursor, known)
  known.set(cursor.fullPointer, count)
  return count
}

/**
 * Whether a member is a file or a list of files; `null` beside them, as for one that may be missing,
 * is nothing that a part can be. What may be one or many is a list.
 */
function countAt(cursor: Cursor, known: FileCounts): FileCount | undefined {
  if (isBinary(cursor)) return 'one'
  const items = cursor.get('items')
  if (items !== undefined) return countOf(items, known) === 'one' ? 'many' : undefined
  const within = (keyword: string) =>
    (cursor.get(keyword)?.elements() ?? [])
      .filter((each) => each.get('type')?.value !== 'null')
      .map((each) => countOf(each, known))
  const part = within('allOf').find((count) => count !== undefined)
  const choices = part === undefined ? [...within('anyOf'), ...within('oneOf')] : [part]
  if (choices.includes(undefined)) return undefined
  return choices.includes('many') ? 'many' : choices[0]
}
