import type { Readable } from 'node:stream'
import { setOwn } from '../../openapi/json.js'
import {
  type FileCount,
  isJson as isJsonType,
  type ParsedMediaType,
} from '../../openapi/media-type.js'
import { ConversionPlace } from '../../validation/conversions/conversion-place.js'
import { decodeText } from '../bodies/body-streams.js'
import type { MultipartBody } from '../contract/media.js'
import { errors, HttpRefusal } from '../errors/http-refusal.js'
import { contractViolation, type Explain } from '../errors/violations.js'
import { readFields } from '../parameters/form-fields.js'
import { prototypeRefused, targetTypeOf } from '../parameters/target-type.js'
import type { MultipartLimits } from '../request/serve-options.js'
import {
  addFile,
  addText,
  type FileList,
  fileListOf,
  memberOf,
  placeholders,
  refuseBoth,
} from './file-lists.js'
import { fileOf, skip } from './file-parts.js'
import { isJsonPart, JsonParts } from './json-parts.js'
import { checkType, type MultipartPart, malformed } from './part-headers.js'
import { MultipartParts } from './parts.js'

/** The members of a `multipart/form-data` body, as {@link WithFiles} describes them. */
async function readMultipart(
  parts: MultipartParts,
  media: MultipartBody,
  limits: MultipartLimits,
  explain: Explain,
): Promise<Record<string, unknown>> {
  const files = new Map<string, FileList>()
  const fields: (readonly [name: string, pair: string])[] = []
  /** Names of texts that could have been files. */
  const texts = new Set<string>()
  const json = new JsonParts(media)
  let memory = limits.memory
  for (let part = await parts.next(); part !== undefined; part = await parts.next()) {
    refusePrototype(part, media)
    checkType(part, media)
    if (!isFile(part, media)) {
      const text = await textOf(part, limits)
      const isJson = isJsonPart(part, media)
      const isListed = !isJson && countOf(part, media) === 'many'
      if (isJson) json.add(part.name, text)
      else {
        json.exclude(part.name)
        fields.push([part.name, field(part, text, media)])
        if (isListed) addText(part, text, files, media)
      }
      if (!isListed && countOf(part, media)) texts.add(part.name)
      continue
    }
    const list = fileListOf(part, files, media)
    if (isReadOnly(part, media)) {
      await skip(part.stream)
      continue
    }
    const { chunks, length } = await keep(part.stream, memory)
    memory -= length
    if (memory < 0) {
      part.stream.unshift(Buffer.concat(chunks))
      list.live = part
      list.isTexts = false
      break
    }
    addFile(list, fileOf(part, chunks))
  }
  for (const [name, { isTexts }] of files) if (isTexts) files.delete(name)
  refuseBoth(texts, files)
  const given = placeholders(files)
  const form = fields.flatMap(([name, pair]) => (files.has(name) ? [] : pair)).join('&')
  for (const [name, value] of json.members()) setOwn(given, name, value)
  const { values, violations } = readFields(form, media, explain, given)
  if (violations.length > 0) throw contractViolation(violations)
  for (const [name, list] of files) {
    // A read-only member has been deleted.
    if (!Object.hasOwn(values, name)) continue
    setOwn(values, name, memberOf(name, list, parts, media, limits))
  }
  return values
}

/** Refuses the name by which a copy would get another prototype, unless the schema has it. */
function refusePrototype({ name }: MultipartPart, { prototypes }: MultipartBody): void {
  if (name !== '__proto__' || prototypes) return
  const { keyword, message } = prototypeRefused()
  throw contractViolation([{ place: 'body', pointer: '', keyword, message }])
}

/** True if a file is left out in any case, so that it need not be kept. */
function isReadOnly({ name }: MultipartPart, { conversions }: MultipartBody): boolean {
  return ConversionPlace.of(conversions).leavesOut(name)
}

/** Whether a member that the schema names is a file, or a list of them. */
function countOf({ name }: MultipartPart, { files = {} }: MultipartBody): FileCount | undefined {
  return Object.hasOwn(files, name) ? files[name] : undefined
}

/**
 * A member that may be a file or a text is a file if the client says so, by a file name or a media type;
 * one that the schema does not name is a file if it has a file name. Browsers give one to each Blob: where no
 * file is allowed, JSON is JSON all the same.
 */
function isFile(part: MultipartPart, media: MultipartBody): boolean {
  const { files = {}, otherFiles, fields } = media
  const { name } = part
  const filename = isJsonPart(part, media) && allowsNoFile(media) ? undefined : part.filename
  const isField = fields.some((each) => each.name === name)
  if (!Object.hasOwn(files, name)) {
    return !isField && (filename !== undefined || otherFiles !== undefined)
  }
  return !isField || filename !== undefined || isOfBytes(part)
}

/** True if a member that the schema does not name is no text: a file stands for one. */
function allowsNoFile({ rest }: MultipartBody): boolean {
  return rest !== undefined && !targetTypeOf(rest).scalars.includes('string')
}

function isOfBytes({ type: { essence }, isTyped }: MultipartPart): boolean {
  return isTyped && !essence.startsWith('text/') && !isJsonType(essence)
}

async function textOf(
  { name, type, stream }: MultipartPart,
  { fieldSize }: MultipartLimits,
): Promise<string> {
  const { chunks, length } = await keep(stream, fieldSize)
  if (length > fieldSize) throw new HttpRefusal(errors.bodyTooLarge)
  return decodeText(Buffer.concat(chunks), type.parameters.charset, (problem) => {
    return `the part ${JSON.stringify(name)} ${problem}: it is a text, and no file, in the contract`
  })
}

/** A part as a field of a form. */
function field({ name }: MultipartPart, text: string, { fields }: MultipartBody): string {
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
