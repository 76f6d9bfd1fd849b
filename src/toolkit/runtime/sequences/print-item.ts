import type { Framing, ServerSentEvent } from '../../openapi/framing.js'
import { stringify } from '../json/stringify.js'

type SerializeItem = (item: never) => string

/**
 * Prints an item of a sequential body.
 *
 * @throws {TypeError} for values that the framing cannot hold.
 */
export function printItem(item: unknown, framing: Framing, serialize: SerializeItem): string {
  if (framing === 'events') return printEvent(item)
  if (framing === 'texts') return field('data', item)
  const text = serialize(item as never)
  if (framing === 'data') return `data: ${text}\n\n`
  return framing === 'lines' ? `${text}\n` : `\x1e${text}\n`
}

function printEvent(item: unknown): string {
  if (typeof item !== 'object' || item === null) throw new TypeError('this is no event')
  const { event, data, id, retry, ...others } = item as ServerSentEvent
  const [other] = Object.keys(others)
  if (other !== undefined) throw new TypeError(`an event has no field ${other}`)
  return [
    event === undefined ? '' : line('event', event),
    id === undefined ? '' : line('id', id),
    retry === undefined ? '' : line('retry', String(retry)),
    data === undefined ? '\n' : field('data', typeof data === 'string' ? data : stringify(data)),
  ].join('')
}

function line(name: string, value: unknown): string {
  const isLine = typeof value === 'string' && /^[^\r\n\0]*$/.test(value) && value.isWellFormed()
  if (!isLine) throw new TypeError(`the ${name} of an event is one line`)
  return `${name}: ${value}\n`
}

/** A field with one line for each line of its value, and the end of the event. */
function field(name: string, text: unknown): string {
  if (typeof text !== 'string' || !text.isWellFormed()) throw new TypeError(`${name} is no text`)
  return `${name}: ${text.replace(/\r\n|[\r\n]/g, `\n${name}: `)}\n\n`
}
