import type { Readable } from 'node:stream'
import { accepts } from '../../validation/validator.js'
import type { SequentialBody } from '../contract/media.js'
import { errors, HttpRefusal } from '../errors/http-refusal.js'
import { contractViolation, convertedAt, type Explain, violationsAt } from '../errors/violations.js'
import { parseJson } from '../json/parse.js'
import { JsonSyntaxError } from '../json/syntax-error.js'

const LINE_FEED = 0x0a
const RECORD_SEPARATOR = 0x1e

/** A stream that breaks its framing. The message never contains the data. */
class FramingError extends Error {}

/** Validated items of a body as they arrive. An invalid item ends the iteration. */
export async function* itemsOf(
  stream: Readable,
  media: SequentialBody,
  explain: Explain,
): AsyncGenerator<unknown> {
  const isRecords = media.framing === 'json-seq'
  let index = 0
  let isFirst = true
  try {
    for await (const text of split(stream, isRecords ? RECORD_SEPARATOR : LINE_FEED)) {
      if (!isBlank(text)) {
        if (isRecords) checkRecord(text, isFirst)
        yield checked(text, `body/${index}`, media, explain)
        index++
      }
      isFirst = false
    }
  } catch (error) {
    if (!(error instanceof JsonSyntaxError || error instanceof FramingError)) throw error
    const detail = `body/${index}: ${error.message}.`
    throw new HttpRefusal(errors.malformedContent, { cause: error, detail })
  }
}

function checked(text: Buffer, place: string, media: SequentialBody, explain: Explain): unknown {
  const { schema, validate, conversions, prototypes } = media
  const item = parseJson(text, conversions, !prototypes)
  if (!accepts(validate, item)) throw contractViolation(violationsAt(place, explain(schema, item)))
  return convertedAt(place, item, conversions)
}

/** RFC 7464, section 2.1: a record without a line feed at its end may have been cut off. */
function checkRecord(record: Buffer, isFirst: boolean): void {
  if (isFirst) throw new FramingError('the text does not begin with RS')
  if (record.at(-1) !== LINE_FEED) throw new FramingError('a text does not end with a line feed')
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
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
