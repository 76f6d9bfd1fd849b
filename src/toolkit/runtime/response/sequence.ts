import type { Readable } from 'node:stream'
import { accepts } from '../../validation/accepts.js'
import type { Sequence } from '../contract/body-types.js'
import type { SequentialResponse } from '../contract/response-media.js'
import { printItem } from '../sequences/print-item.js'
import { IterableStream } from './iterable-stream.js'
import { printNamed, withoutUnnamed, withoutWriteOnly } from './omitted-members.js'
import {
  explained,
  type ResponseContext,
  ResponseError,
  refusalOf,
  report,
  unsendable,
} from './response-context.js'

/** A sequence of values as a stream; an invalid item ends it. */
export function sequence(
  context: ResponseContext,
  body: unknown,
  media: SequentialResponse,
): Readable {
  if (!isSequence(body)) throw unsendable(context, 'body is no sequence')
  const { framing } = media
  const print = (context: ResponseContext, given: unknown, place: string) => {
    const item = withoutWriteOnly(context, given, media, place)
    const isValid = check(context, item, place, media)
    const sent = (value: unknown) => ({ value, place, isValid })
    try {
      // The fields of an event are printed one by one.
      const isEvent = framing === 'events'
      const named = isEvent ? withoutUnnamed(context, sent(item), media) : item
      return printItem(named, framing, (value: unknown) => printNamed(context, sent(value), media))
    } catch (cause) {
      if (cause instanceof ResponseError) throw cause
      throw unsendable(context, `${place} cannot be written`, { cause })
    }
  }
  const stream = new IterableStream(body, (item, index) => {
    const own = { ...context, broken: [] }
    return explained(own, () => print(own, item, `body/${index}`))
  })
  // A comment, so that a client that waits for events sees at once that the stream is open.
  if (framing === 'events' || framing === 'data' || framing === 'texts') stream.push(':\n\n')
  return stream
}

function check(
  context: ResponseContext,
  item: unknown,
  place: string,
  { schema, validate }: SequentialResponse,
): boolean {
  if (context.checks === 'off') return false
  const isValid = accepts(validate, item)
  if (!isValid) report(context, refusalOf(context, place, schema, item))
  return isValid
}

function isSequence(body: unknown): body is Sequence<unknown> {
  const isObject = typeof body === 'object' && body !== null
  return isObject && (Symbol.asyncIterator in body || Symbol.iterator in body)
}
