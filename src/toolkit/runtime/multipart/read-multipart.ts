import type { Readable } from 'node:stream'
import { isJson, type ParsedMediaType } from '../../openapi/media-type.js'
import { ConversionPlace } from '../../validation/conversions/conversion-place.js'
import { decodeText } from '../bodies/body-streams.js'
import type { MultipartBody } from '../contract/media.js'
import { errors, HttpRefusal } from '../errors/http-refusal.js'
import { contractViolation, type Explain } from '../errors/violations.js'
import { prototypeRefused, targetTypeOf } from '../parameters/target-type.js'
import { fromContent } from '../parameters/text-value.js'
import { Unreadable } from '../parameters/url-encoding.js'
import type { MultipartLimits } from '../request/serve-options.js'
import { skip } from './file-parts.js'
import { type ArrivedKind, type ArrivedMember, countOf, membersOf } from './members.js'
import { checkType, type MultipartPart, malformed, partViolation } from './part-headers.js'
import { MultipartParts } from './parts.js'

/** The members of a `multipart/form-data` body for a handler, as {@link WithFiles} describes them. */
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
  const parts = new MultipartParts(body, boundary, limits)
  const arrived = new Map<string, ArrivedMember>()
  let { memory } = limits
  for (let part = await parts.next(); part !== undefined; part = await parts.next()) {
    refusePrototype(part, media)
    checkType(part, media)
    const { name, stream } = part
    const kind = kindOf(part, media)
    const member = arrived.get(name) ?? { kinds: new Set(), held: [] }
    arrived.set(name, member)
    if (kind !== 'file') {
      const text = await textOf(part, limits)
      const value = kind === 'json' ? jsonOf(name, text) : text
      member.held.push({ part, bytes: [Buffer.from(text)], value })
    } else if (member.kinds.has('file') && countOf(name, media) === 'one') {
      throw partViolation(name, 'must be given once: it is one file, and no list')
    } else if (ConversionPlace.of(media.conversions).leavesOut(name)) {
      await skip(stream)
    } else {
      const { chunks: bytes, length } = await keep(stream, memory)
      memory -= length
      if (memory < 0) {
        stream.unshift(Buffer.concat(bytes))
        member.live = part
      } else member.held.push({ part, bytes })
    }
    member.kinds.add(kind)
    if (member.live) break
  }
  return membersOf(arrived, parts, media, limits, explain)
}

/** Refuses the name by which a copy would get another prototype, unless the schema has it. */
function refusePrototype({ name }: MultipartPart, { prototypes }: MultipartBody): void {
  if (name !== '__proto__' || prototypes) return
  const { keyword, message } = prototypeRefused()
  throw contractViolation([{ place: 'body', pointer: '', keyword, message }])
}

/**
 * A member that may be a file or a text is a file if the client says so, by a file name or a media type;
 * one that the schema does not name is a file if it has a file name. Browsers give one to each Blob: where no
 * file is allowed, JSON is JSON all the same.
 */
function kindOf(
  { name, type, isTyped, filename }: MultipartPart,
  media: MultipartBody,
): ArrivedKind {
  const { files = {}, otherFiles, fields, rest } = media
  const field = fields.find((each) => each.name === name)
  const mayBeFile = Object.hasOwn(files, name)
  const isOfJson = isTyped && isJson(type.essence)
  const isObject = field !== undefined && targetTypeOf(field.type).object !== undefined
  const isJsonPart = isOfJson && (field === undefined || (mayBeFile && isObject))
  // A file stands for a text.
  const allowsFile = rest === undefined || targetTypeOf(rest).scalars.includes('string')
  const isNamed = filename !== undefined && (allowsFile || !isJsonPart)
  const isOfBytes = isTyped && !isOfJson && !type.essence.startsWith('text/')
  const isFile = mayBeFile
    ? field === undefined || isNamed || isOfBytes
    : field === undefined && (isNamed || otherFiles !== undefined)
  return isFile ? 'file' : isJsonPart ? 'json' : 'text'
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

function jsonOf(name: string, text: string): unknown {
  try {
    return fromContent(text, 'application/json', { scalars: [] })
  } catch (error) {
    /* c8 ignore next -- an error of this program is not the client's */
    if (!(error instanceof Unreadable)) throw error
    const { keyword, message } = error
    throw partViolation(name, message, keyword)
  }
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
