import type { Readable } from 'node:stream'
import { setOwn } from '../../openapi/json.js'
import { below } from '../../openapi/json-pointer.js'
import { type FileCount, isAmong, type ParsedMediaType } from '../../openapi/media-type.js'
import { decodeText } from '../bodies/read-bytes.js'
import type { FilePart } from '../contract/handler.js'
import type { MultipartBody } from '../contract/media.js'
import { isOneWay, resolve } from '../conversions/conversions.js'
import { ContractError, errors } from '../errors/contract-error.js'
import { contractViolation, type Explain, explainAll } from '../errors/violations.js'
import { readFields } from '../parameters/form-fields.js'
import type { MultipartLimits } from '../request/serve-options.js'
import { advancing, fileList, fileOf, liveFile, skip } from './file-parts.js'
import { type MultipartPart, malformed } from './part-headers.js'
import { MultipartParts } from './parts.js'

interface FileList {
  readonly count: FileCount
  readonly kept: FilePart[]
  live?: MultipartPart
}

/** The members of a `multipart/form-data` body, as {@link WithFiles} describes them. */
async function readMultipart(
  parts: MultipartParts,
  media: MultipartBody,
  limits: MultipartLimits,
  explain: Explain,
): Promise<Record<string, unknown>> {
  const files = new Map<string, FileList>()
  const fields: string[] = []
  let memory = limits.memory
  for (let part = await parts.next(); part !== undefined; part = await parts.next()) {
    checkType(part, media)
    if (!isFile(part, media)) {
      fields.push(await field(part, media, limits))
      continue
    }
    const list = listOf(part, files, media)
    if (isReadOnly(part, media)) {
      await skip(part.stream)
      continue
    }
    const { chunks, length } = await keep(part.stream, memory)
    memory -= length
    if (memory < 0) {
      part.stream.unshift(Buffer.concat(chunks))
      list.live = part
      break
    }
    list.kept.push(fileOf(part, chunks))
  }
  const form = fields.join('&')
  const { values, sources } = readFields(form, media, explain, placeholders(files))
  const violations = await explainAll(sources)
  if (violations.length > 0) throw contractViolation(violations)
  for (const [name, list] of files) {
    // A read-only member has been deleted.
    if (Object.hasOwn(values, name)) setOwn(values, name, member(name, list, parts, media, limits))
  }
  return values
}

/** True if a file is left out in any case, so that it need not be kept. */
function isReadOnly({ name }: MultipartPart, { conversions }: MultipartBody): boolean {
  if (conversions === undefined) return false
  const applied = resolve([conversions], {}, () => false)
  return isOneWay(applied, name)
}

/** A member that the schema does not name is a file if the client sends a file name. */
function isFile({ name, filename }: MultipartPart, { files = {}, fields }: MultipartBody): boolean {
  if (Object.hasOwn(files, name)) return true
  return filename !== undefined && fields.every((each) => each.name !== name)
}

/** @throws {ContractError} 415 for a media type that `encoding` does not have. */
function checkType({ name, type, isTyped }: MultipartPart, media: MultipartBody): void {
  const { contentTypes = {} } = media
  const list = Object.hasOwn(contentTypes, name) ? contentTypes[name] : undefined
  if (list === undefined || !isTyped || isAmong(list, type)) return
  const detail = `the part ${JSON.stringify(name)} has to be ${list}.`
  throw new ContractError(errors.unsupportedMediaType, { detail })
}

async function field(
  { name, type, stream }: MultipartPart,
  { fields }: MultipartBody,
  { fieldSize }: MultipartLimits,
): Promise<string> {
  const { chunks, length } = await keep(stream, fieldSize)
  if (length > fieldSize) throw new ContractError(errors.bodyTooLarge)
  const text = decodeText(Buffer.concat(chunks), type.parameters.charset)
  const written = fields.find((each) => each.name === name)
  const encoded = encodeURIComponent(text)
  // A part is not encoded: each comma of a list is a delimiter.
  const isDivided = written?.style === 'form' && written.explode === false
  return `${encodeURIComponent(name)}=${isDivided ? encoded.replaceAll('%2C', ',') : encoded}`
}

/** Reads a stream to its end, or until it has more than `most` bytes. */
async function keep(stream: Readable, most: number): Promise<{ chunks: Buffer[]; length: number }> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    length += chunk.length
    if (length > most) break
  }
  return { chunks, length }
}

function listOf(
  { name }: MultipartPart,
  all: Map<string, FileList>,
  { files = {} }: MultipartBody,
): FileList {
  const known = all.get(name)
  const count = Object.hasOwn(files, name) ? (files[name] as FileCount) : 'one'
  if (known !== undefined && count === 'one') throw partViolation(name, 'must be given once')
  const list = known ?? { count, kept: [] }
  all.set(name, list)
  return list
}

/** Strings in place of files, for the schema. */
function placeholders(files: ReadonlyMap<string, FileList>): Record<string, unknown> {
  const entries = [...files].map(([name, { count, kept, live }]) => {
    const all = [...kept, ...(live ? [live] : [])].map(() => '')
    return [name, count === 'one' ? '' : all]
  })
  return Object.fromEntries(entries)
}

function member(
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

/** The members of a `multipart/form-data` body for a handler. */
export async function multipartBody(
  body: Readable,
  { parameters: { boundary } }: ParsedMediaType,
  media: MultipartBody,
  limits: MultipartLimits,
  explain: Explain,
): Promise<Record<string, unknown>> {
  if (boundary === undefined) throw malformed('the media type has no boundary')
  // RFC 2046, section 5.1.1.
  if (!/^.{1,70}$/.test(boundary)) throw malformed('the boundary is no 1 to 70 characters long')
  return readMultipart(new MultipartParts(body, boundary, limits), media, limits, explain)
}
