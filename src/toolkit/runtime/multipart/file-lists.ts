import type { FileCount } from '../../openapi/media-type.js'
import type { FilePart } from '../contract/handler.js'
import type { MultipartBody } from '../contract/media.js'
import { itemType, targetTypeOf } from '../parameters/target-type.js'
import { textValue } from '../parameters/text-value.js'
import type { MultipartLimits } from '../request/serve-options.js'
import { advancing, fileList, fileOf, liveFile } from './file-parts.js'
import { checkType, type MultipartPart, partViolation } from './part-headers.js'
import type { MultipartParts } from './parts.js'

export interface FileList {
  readonly count: FileCount
  readonly kept: FilePart[]
  /** What the schema checks: an empty string for a file, or the value of a text among files. */
  readonly checked: unknown[]
  live?: MultipartPart
  /** True if no part has been a file. */
  isTexts: boolean
}

const FILE = ''

export function fileListOf(
  { name }: MultipartPart,
  all: Map<string, FileList>,
  { files = {}, otherFiles = 'one' }: MultipartBody,
): FileList {
  const known = all.get(name)
  const count = Object.hasOwn(files, name) ? (files[name] as FileCount) : otherFiles
  if (known !== undefined && count === 'one') {
    throw partViolation(name, 'must be given once: it is one file, and no list')
  }
  const list = known ?? { count, kept: [], checked: [], isTexts: false }
  all.set(name, list)
  return list
}

/** Keeps a file. */
export function addFile(list: FileList, file: FilePart): void {
  list.isTexts = false
  list.kept.push(file)
  list.checked.push(FILE)
}

/** Keeps a text of a list that may have files: among these it is one, too. */
export function addText(
  part: MultipartPart,
  text: string,
  all: Map<string, FileList>,
  media: MultipartBody,
): void {
  const isFirst = !all.has(part.name)
  const list = fileListOf(part, all, media)
  if (isFirst) list.isTexts = true
  const { type } = media.fields.find(({ name }) => name === part.name) ?? {}
  const { scalars } = itemType(targetTypeOf(type), list.kept.length)
  list.kept.push(fileOf(part, [Buffer.from(text)]))
  list.checked.push(textValue(text, scalars))
}

/** Refuses a member that is both: of two, some readers take the first, some the last. */
export function refuseBoth(texts: ReadonlySet<string>, files: ReadonlyMap<string, unknown>): void {
  const name = [...texts].find((each) => files.has(each))
  if (name !== undefined) throw partViolation(name, 'must be given once: as a file or as a text')
}

/** Values in place of files, for the schema. */
export function placeholders(files: ReadonlyMap<string, FileList>): Record<string, unknown> {
  const entries = [...files].map(([name, { count, checked, live }]) => {
    return [name, count === 'one' ? FILE : [...checked, ...(live ? [FILE] : [])]]
  })
  return Object.fromEntries(entries)
}

export function memberOf(
  name: string,
  { count, kept, live }: FileList,
  parts: MultipartParts,
  media: MultipartBody,
  limits: MultipartLimits,
): unknown {
  const next = (part: MultipartPart) =>
    advancing(part, async () => {
      const following = await parts.next()
      if (following === undefined) return undefined
      if (following.name !== name || count === 'one') {
        throw partViolation(following.name, `must come before files of over ${limits.memory} bytes`)
      }
      checkType(following, media)
      return following
    })
  if (count === 'many') return fileList(kept, live, next)
  return live ? liveFile(live, next(live)) : kept[0]
}
