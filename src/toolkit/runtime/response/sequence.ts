import type { Readable } from 'node:stream'
import { accepts } from '../../validation/accepts.js'
import type { Sequence } from '../contract/body-types.js'
import type { SequentialResponse } from '../contract/response-media.js'
import { printItem } from '../sequences/print.js'
import { IterableStream } from './iterable-stream.js'
import { ResponseError } from './response-error.js'
import { explained, refusalOf, report, ruleOf, type Sending } from './sending.js'
import { printNamed, withoutUnnamed } from './unnamed-members.js'
import { withoutWriteOnly } from './write-only.js'

/**
 * A body of one value after another as a stream: each item is asked for when there is room for it, and
 * checked before it is written. One that breaks its schema ends the stream.
 */
export function sequence(
  sending: Sending,
  status: number,
  body: unknown,
  media: SequentialResponse,
): Readable {
  if (!isSequence(body)) {
    throw new ResponseError(sending.operation, ruleOf(status, 'body is no sequence'))
  }
  const { framing } = media
  const print = (sending: Sending, given: unknown, place: string) => {
    const item = withoutWriteOnly(sending, status, given, media, place)
    const isValid = check(sending, status, item, place, media)
    const sent = (value: unknown) => ({ value, place, isValid })
    try {
      // The fields of an event are written one by one.
      const isEvent = framing === 'events'
      const named = isEvent ? withoutUnnamed(sending, status, sent(item), media) : item
      return printItem(named, framing, (value: unknown) =>
        printNamed(sending, status, sent(value), media),
      )
    } catch (cause) {
      if (cause instanceof ResponseError) throw cause
      const rule = ruleOf(status, `${place} cannot be written`)
      throw new ResponseError(sending.operation, rule, { cause })
    }
  }
  const stream = new IterableStream(body, (item, index) => {
    const own = { ...sending, broken: [] }
    return explained(own, () => print(own, item, `body/${index}`))
  })
  // A comment, so that who waits for events learns at once that the stream is open.
  if (framing === 'events' || framing === 'data' || framing === 'texts') stream.push(':\n\n')
  return stream
}

function check(
  sending: Sending,
  status: number,
  item: unknown,
  place: string,
  { schema, validate }: SequentialResponse,
): boolean {
  if (sending.checks === 'off') return false
  const isValid = accepts(validate, item)
  if (!isValid) report(sending, refusalOf(sending, status, place, schema, item))
  return isValid
}

function isSequence(body: unknown): body is Sequence<unknown> {
  const isObject = typeof body === 'object' && body !== null
  return isObject && (Symbol.asyncIterator in body || Symbol.iterator in body)
}
