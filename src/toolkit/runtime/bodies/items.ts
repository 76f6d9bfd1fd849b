import type { Readable } from 'node:stream'
import type { Framing, ServerSentEvent } from '../../openapi/framing.js'
import { ANYWHERE } from '../../validation/conversions/conversions.js'
import { applyConversions, markInexact } from '../../validation/conversions/converted-values.js'
import { rounded } from '../../validation/conversions/inexact-integers.js'
import { accepts } from '../../validation/validator.js'
import type { SequentialBody } from '../contract/media.js'
import { errors, HttpRefusal } from '../errors/http-refusal.js'
import { undecodableIn } from '../errors/undecodable.js'
import { contractViolation, type Explain, violationsAt } from '../errors/violations.js'
import { JsonSyntaxError } from '../json/exact.js'
import { parseJson } from '../json/parse.js'
import { FramingError, jsonLines, jsonRecords } from './delimited-texts.js'
import { events } from './server-sent-events.js'

/** Validated items of a body as they arrive. An invalid item ends the iteration. */
export async function* itemsOf(
  stream: Readable,
  media: SequentialBody,
  explain: Explain,
): AsyncGenerator<unknown> {
  let index = 0
  try {
    for await (const frame of frames(stream, media.framing)) {
      yield checked(frame, `body/${index}`, media, explain)
      index++
    }
  } catch (error) {
    if (!(error instanceof JsonSyntaxError || error instanceof FramingError)) throw error
    const detail = `body/${index}: ${error.message}.`
    throw new HttpRefusal(errors.malformedContent, { cause: error, detail })
  }
}

/** The frames of a stream: JSON texts, or the fields of events. */
function frames(stream: Readable, framing: Framing): AsyncIterable<Buffer | ServerSentEvent> {
  if (framing === 'json-lines') return jsonLines(stream)
  return framing === 'json-seq' ? jsonRecords(stream) : events(stream)
}

function checked(
  frame: Buffer | ServerSentEvent,
  place: string,
  media: SequentialBody,
  explain: Explain,
): unknown {
  const { schema, validate, conversions, prototypes } = media
  const item = Buffer.isBuffer(frame)
    ? parseJson(frame, conversions, !prototypes)
    : itemIn(frame, media)
  if (!accepts(validate, item)) throw contractViolation(violationsAt(place, explain(schema, item)))
  if (conversions === undefined) return rounded(item)
  try {
    return rounded(applyConversions(item, conversions))
  } catch (error) {
    throw undecodableIn(place, error)
  }
}

/** The item of an event. Its `data` is a string or, if the schema wants that, JSON. */
function itemIn(event: ServerSentEvent, media: SequentialBody): unknown {
  const { framing, conversions, validate, prototypes } = media
  const data = event.data as string | undefined
  if (framing === 'event-stream-text') return data ?? ''
  if (framing === 'event-stream-json')
    return parseJson(Buffer.from(data ?? ''), conversions, !prototypes)
  if (data === undefined || accepts(validate, event)) return event
  try {
    return markInexact(
      { ...event, data: parseJson(Buffer.from(data), ANYWHERE, !prototypes) },
      conversions,
    )
  } catch {
    return event
  }
}
