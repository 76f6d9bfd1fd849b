import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { Framing, ServerSentEvent } from '../../openapi/framing.js'
import { accepts } from '../../validation/validator.js'
import type { SequentialBody } from '../contract/media.js'
import { ANYWHERE, applyConversions, settleNumbers } from '../conversions/conversions.js'
import { ContractError, errors } from '../errors/contract-error.js'
import { contractViolation, type Explain, violationsAt } from '../errors/violations.js'
import { JsonSyntaxError } from '../json/exact.js'
import { parseJson } from '../json/parse.js'

/** Validated items of a body as they arrive. An invalid item ends the iteration. */
export async function* itemsOf(
  stream: Readable,
  media: SequentialBody,
  explain: Explain,
): AsyncGenerator<unknown> {
  let index = 0
  try {
    for await (const frame of frames(stream, media.framing)) {
      yield await checked(frame, `body/${index}`, media, explain)
      index++
    }
  } catch (error) {
    if (!(error instanceof JsonSyntaxError || error instanceof FramingError)) throw error
    const detail = `body/${index}: ${error.message}.`
    throw new ContractError(errors.malformedContent, { cause: error, detail })
  }
}

async function checked(
  frame: Buffer | ServerSentEvent,
  place: string,
  media: SequentialBody,
  explain: Explain,
): Promise<unknown> {
  const { schema, validate, conversions } = media
  const item = Buffer.isBuffer(frame) ? parseJson(frame, conversions) : itemIn(frame, media)
  if (!accepts(validate, item))
    throw contractViolation(violationsAt(place, await explain(schema, item)))
  return conversions ? applyConversions(item, conversions) : item
}

/** The item of an event. Its `data` is a string or, if the schema wants that, JSON. */
function itemIn(event: ServerSentEvent, media: SequentialBody): unknown {
  const { framing, conversions, validate } = media
  const data = event.data as string | undefined
  if (framing === 'event-stream-text') return data ?? ''
  if (framing === 'event-stream-json') return parseJson(Buffer.from(data ?? ''), conversions)
  if (data === undefined || accepts(validate, event)) return event
  try {
    return settleNumbers({ ...event, data: parseJson(Buffer.from(data), ANYWHERE) }, conversions)
  } catch {
    return event
  }
}

const LINE_FEED = 0x0a
const RECORD_SEPARATOR = 0x1e

/** A stream that breaks its framing. The message never contains the data. */
class FramingError extends Error {}

/** The frames of a stream: JSON texts, or the fields of events. */
function frames(stream: Readable, framing: Framing): AsyncIterable<Buffer | ServerSentEvent> {
  if (framing === 'json-lines') return lines(stream)
  return framing === 'json-seq' ? records(stream) : events(stream)
}

async function* lines(stream: Readable): AsyncGenerator<Buffer> {
  for await (const line of split(stream, LINE_FEED)) {
    if (!isBlank(line)) yield line
  }
}

/** RFC 7464, section 2.1: a record without a line feed at its end may have been cut off. */
async function* records(stream: Readable): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const record of split(stream, RECORD_SEPARATOR)) {
    if (isFirst && !isBlank(record)) throw new FramingError('the text does not begin with RS')
    isFirst = false
    if (isBlank(record)) continue
    if (record.at(-1) !== LINE_FEED) throw new FramingError('a text does not end with a line feed')
    yield record
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
}

/** WHATWG HTML, section 9.2.6. An event without an end is refused, not dropped. */
async function* events(stream: Readable): AsyncGenerator<ServerSentEvent> {
  let fields: [name: string, value: string][] = []
  for await (const line of textLines(stream)) {
    if (line === '') {
      if (fields.length > 0) yield eventOf(fields)
      fields = []
      continue
    }
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    // A line that begins with a colon is a comment.
    if (name !== '') fields.push([name, value])
  }
  if (fields.length > 0) throw new FramingError('the last event does not end with an empty line')
}

/** Lines end with a line feed, a carriage return or both. */
async function* textLines(stream: Readable): AsyncGenerator<string> {
  let last = ''
  let isFirst = true
  for await (const bytes of split(stream, LINE_FEED)) {
    if (!isUtf8(bytes)) throw new JsonSyntaxError('encoding')
    if (!isFirst) yield* last.replace(/\r$/, '').split('\r')
    isFirst = false
    last = bytes.toString('utf8')
  }
  // An empty rest after the last line is no line.
  if (last !== '') yield* last.replace(/\r$/, '').split('\r')
}

function eventOf(fields: readonly (readonly [string, string])[]): ServerSentEvent {
  // The last field of a name counts.
  const { event, id, retry } = Object.fromEntries(fields) as Partial<Record<string, string>>
  const data = fields.flatMap(([name, value]) => (name === 'data' ? value : []))
  return {
    ...(event !== undefined && { event }),
    ...(data.length > 0 && { data: data.join('\n') }),
    ...(id !== undefined && { id }),
    ...(retry !== undefined && /^\d+$/.test(retry) && { retry: Number(retry) }),
  }
}

/** Splits a stream at delimiters; the last part may be empty. */
async function* split(stream: Readable, delimiter: number): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(delimiter, start)
      if (end < 0) break
      yield Buffer.concat([...begun, chunk.subarray(start, end)])
      begun = []
      start = end + 1
    }
    if (start < chunk.length) begun.push(chunk.subarray(start))
  }
  yield Buffer.concat(begun)
}
