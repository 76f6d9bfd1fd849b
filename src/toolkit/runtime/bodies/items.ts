import type { Readable } from 'node:stream'
import type { ServerSentEvent } from '../../openapi/framing.js'
import { accepts } from '../../validation/accepts.js'
import type { SequentialBody } from '../contract/request-media.js'
import { ANYWHERE, applyConversions, settleNumbers } from '../conversions/conversions.js'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'
import { contractViolation } from '../errors/translate.js'
import { violationsAt } from '../errors/violations.js'
import { JsonSyntaxError } from '../json/exact.js'
import { parseJson } from '../json/parse.js'
import type { Explain } from '../loading/explainer.js'
import { FramingError, frames } from '../sequences/read-frames.js'

/** Validated items of a body as they arrive. An invalid item ends the iteration. */
export async function* itemsOf(
  stream: Readable,
  media: SequentialBody,
  explain: Explain,
): AsyncGenerator<unknown> {
  let index = 0
  try {
    for await (const frame of frames(stream, media.framing)) {
      const place = `body/${index}`
      yield await checked(frame, place, media, explain)
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
  const item = Buffer.isBuffer(frame)
    ? parseJson(frame, conversions)
    : itemIn(frame as ServerSentEvent, media)
  if (!accepts(validate, item))
    throw contractViolation(violationsAt(place, await explain(schema, item)))
  return conversions ? applyConversions(item, conversions) : item
}

/** The item of an event. Its `data` is a string or, if the schema wants that, JSON. */
function itemIn(
  event: ServerSentEvent,
  { framing, conversions, validate }: SequentialBody,
): unknown {
  const data = event.data as string | undefined
  if (framing === 'texts') return data ?? ''
  if (framing === 'data') return parseJson(Buffer.from(data ?? ''), conversions)
  if (data === undefined || accepts(validate, event)) return event
  try {
    return settleNumbers({ ...event, data: parseJson(Buffer.from(data), ANYWHERE) }, conversions)
  } catch {
    return event
  }
}
