import type { FileCount } from '../../../openapi/media-kind.js'
import type { MediaType } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import { isBinary } from './body-schemas.js'

/** Results by location; a schema that contains itself is no file. */
type FileCounts = Map<string, FileCount | undefined>

/** The members of a `multipart` schema that are files, including those in `allOf`. */
export function filesOf(schema: Cursor | undefined): Pick<MediaType, 'files'> {
  const known: FileCounts = new Map()
  const files = membersOf(schema?.quiet(), new Set()).flatMap(([name, member]) => {
    const count = countOf(member, known)
    return count === undefined ? [] : [[name, count] as const]
  })
  return files.length === 0 ? {} : { files: Object.fromEntries(files) }
}

function membersOf(schema: Cursor | undefined, seen: Set<string>): [string, Cursor][] {
  const target = schema && resolve(schema)
  if (target === undefined || seen.has(target.fullPointer)) return []
  seen.add(target.fullPointer)
  const parts = target.get('allOf')?.elements() ?? []
  return [
    ...parts.flatMap((part) => membersOf(part, seen)),
    ...(target.get('properties')?.entries() ?? []),
  ]
}

function countOf(schema: Cursor, known: FileCounts): FileCount | undefined {
  const target = resolve(schema)
  if (target === undefined) return undefined
  const { fullPointer } = target
  if (!known.has(fullPointer)) {
    known.set(fullPointer, undefined)
    known.set(fullPointer, countAt(target, known))
  }
  return known.get(fullPointer)
}

/**
 * One if a member is a file, many if it may be a list of files. `null` is ignored: no part can be
 * null.
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
