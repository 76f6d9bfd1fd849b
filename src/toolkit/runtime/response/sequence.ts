import type { Readable } from 'node:stream'
import type { Framing, ServerSentEvent } from '../../openapi/framing.js'
import type { Sequence } from '../contract/handler.js'
import type { SequentialResponse } from '../contract/media.js'
import { ResponseError } from '../errors/response-error.js'
import type { Serializer } from '../json/serializer.js'
import { stringify } from '../json/stringify.js'
import { isChecked, type ResponseContext, texts, unsendable } from './response-context.js'
import { streamOf } from './streams.js'
import { printNamed, withoutUnnamed, withoutWriteOnly } from './unnamed-members.js'

/** A sequence of values as a stream; an invalid item ends it. */
export function sequence(
  context: ResponseContext,
  body: unknown,
  media: SequentialResponse,
): Readable {
  if (!isSequence(body)) throw unsendable(context, 'body is no sequence')
  const { framing } = media
  const stream = streamOf(body, (given, index) => {
    const place = `body/${index}`
    const item = withoutWriteOnly(context, texts(context, given, media, place), media, place)
    const isValid = isChecked(context, place, media, item)
    const sent = (value: unknown) => ({ value, place, isValid })
    try {
      // The fields of an event are printed one by one.
      const isEvent = framing === 'event-stream'
      const named = isEvent ? withoutUnnamed(context, sent(item), media) : item
      return printItem(named, framing, (value) => printNamed(context, sent(value), media))
    } catch (cause) {
      if (cause instanceof ResponseError) throw cause
      throw unsendable(context, `${place} cannot be written`, cause)
    }
  })
  // A comment, so that a client that waits for events sees at once that the stream is open.
  if (framing.startsWith('event-stream')) stream.push(':\n\n')
  return stream
}

function isSequence(body: unknown): body is Sequence<unknown> {
  const isObject = typeof body === 'object' && body !== null
  return isObject && (Symbol.asyncIterator in body || Symbol.iterator in body)
}

/** Prints an item. @throws {TypeError} for values that the framing cannot hold. */
function printItem(item: unknown, framing: Framing, serialize: Serializer): string {
  if (framing === 'event-stream') return printEvent(item)
  if (framing === 'event-stream-text') return field('data', item)
  const text = serialize(item)
  if (framing === 'event-stream-json') return `data: ${text}\n\n`
  return framing === 'json-lines' ? `${text}\n` : `\x1e${text}\n`
}

function printEvent(item: unknown): string {
  if (typeof item !== 'object' || item === null) throw new TypeError('this is no event')
  const { event, data, id, retry, ...others } = item as ServerSentEvent
  const [other] = Object.keys(others)
  if (other !== undefined) throw new TypeError(`an event has no field ${other}`)
  return [
    event === undefined ? '' : line('event', event),
    id === undefined ? '' : line('id', id),
    retry === undefined ? '' : line('retry', retry),
    data === undefined ? '\n' : field('data', typeof data === 'string' ? data : stringify(data)),
  ].join('')
}

function line(name: string, value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
  const isLine = typeof text === 'string' && /^[^\r\n\0]*$/.test(text) && text.isWellFormed()
  if (!isLine) throw new TypeError(`the ${name} of an event is one line`)
  return `${name}: ${text}\n`
}

/** A field with one line for each line of its value, and the end of the event. */
function field(name: string, text: unknown): string {
  if (typeof text !== 'string' || !text.isWellFormed()) throw new TypeError(`${name} is no text`)
  return `${name}: ${text.replace(/\r\n|[\r\n]/g, `\n${name}: `)}\n\n`
}
