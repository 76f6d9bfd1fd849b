import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { ServerSentEvent } from '../../openapi/framing.js'
import { JsonSyntaxError } from '../json/exact.js'
import { FramingError, LINE_FEED, split } from './delimited-texts.js'

/** WHATWG HTML, section 9.2.6. An event without an end is refused, not dropped. */
export async function* events(stream: Readable): AsyncGenerator<ServerSentEvent> {
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
