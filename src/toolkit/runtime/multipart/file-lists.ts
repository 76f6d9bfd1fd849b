import { below } from '../../openapi/json-pointer.js'
import type { FileCount } from '../../openapi/media-type.js'
import type { FilePart } from '../contract/handler.js'
import type { MultipartBody } from '../contract/media.js'
import type { ContractError } from '../errors/contract-error.js'
import { contractViolation } from '../errors/violations.js'
import type { MultipartLimits } from '../request/serve-options.js'
import { advancing, fileList, liveFile } from './file-parts.js'
import { checkType, type MultipartPart } from './part-headers.js'
import type { MultipartParts } from './parts.js'

export interface FileList {
  readonly count: FileCount
  readonly kept: FilePart[]
  live?: MultipartPart
}

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
  const list = known ?? { count, kept: [] }
  all.set(name, list)
  return list
}

/** Refuses a member that is both: of two, some readers take the first, some the last. */
export function refuseBoth(texts: ReadonlySet<string>, files: ReadonlyMap<string, unknown>): void {
  const name = [...texts].find((each) => files.has(each))
  if (name !== undefined) throw partViolation(name, 'must be given once: as a file or as a text')
}

/** Strings in place of files, for the schema. */
export function placeholders(files: ReadonlyMap<string, FileList>): Record<string, unknown> {
  const entries = [...files].map(([name, { count, kept, live }]) => {
    const all = [...kept, ...(live ? [live] : [])].map(() => '')
    return [name, count === 'one' ? '' : all]
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

function partViolation(name: string, message: string): ContractError {
  const pointer = below('', name)
  return contractViolation([{ place: 'body', pointer, keyword: 'multipart', message }])
}
