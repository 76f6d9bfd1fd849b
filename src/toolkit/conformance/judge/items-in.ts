import { isUtf8 } from 'node:buffer'
import { EVENT_FIELDS, type ServerSentEvent } from '../../openapi/framing.js'
import { shortened } from '../values/shortened.js'

/** A sequence that is not framed as its media type says. */
export class Misframed extends Error {}

const LINE_FEED = 0x0a
const RECORD_SEPARATOR = 0x1e

/** JSON texts: each on a line of its own, or between a record separator and a line feed (RFC 7464). */
export function recordsIn(
  bytes: Buffer,
  framing: 'json-lines' | 'json-seq',
  isWhole: boolean,
): Buffer[] {
  const isSequence = framing === 'json-seq'
  if (isSequence && bytes.length > 0 && bytes[0] !== RECORD_SEPARATOR)
    throw new Misframed('no record separator (U+001E) at the start')
  const records = split(bytes, isSequence ? RECORD_SEPARATOR : LINE_FEED)
  // The last one of a stream that was left may be cut off.
  const all = (isWhole ? records : records.slice(0, -1)).filter((each) => !isBlank(each))
  if (isSequence && all.some((each) => each.at(-1) !== LINE_FEED))
    throw new Misframed('a record without a line feed at its end')
  return all
}

function split(bytes: Buffer, delimiter: number): Buffer[] {
  const parts: Buffer[] = []
  let start = 0
  for (let end = bytes.indexOf(delimiter); end >= 0; end = bytes.indexOf(delimiter, start)) {
    parts.push(bytes.subarray(start, end))
    start = end + 1
  }
  return [...parts, bytes.subarray(start)]
}

function isBlank(bytes: Buffer): boolean {
  return /^[ \t\r\n]*$/.test(bytes.toString('latin1'))
}

/** Server-sent events with their data as text (WHATWG HTML, section 9.2.6). */
export function eventsIn(bytes: Buffer, isWhole: boolean): (ServerSentEvent & { data?: string })[] {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  if (isWhole && !isUtf8(bytes)) throw new Misframed('bytes that are not UTF-8')
  const blocks = text.split(/\r\n\r\n|\n\n|\r\r|\n\r\n/)
  const last = blocks.pop() as string
  if (isWhole && /^(?!:)[^\r\n]/m.test(last))
    throw new Misframed('the last event does not end with an empty line: clients drop it')
  return blocks.flatMap((block) => {
    const lines = block.split(/\r\n|\n|\r/).filter((line) => line !== '' && !line.startsWith(':'))
    return lines.length === 0 ? [] : [eventOf(lines)]
  })
}

function eventOf(lines: readonly string[]): ServerSentEvent & { data?: string } {
  const fields = lines.map((line) => {
    const [, name = line, value = ''] = /^([^:]*): ?(.*)$/s.exec(line) ?? []
    return { name, value }
  })
  const unknown = fields.find(({ name }) => !EVENT_FIELDS.includes(name))
  if (unknown !== undefined)
    throw new Misframed(`a line that is no field of an event: ${shortened(unknown.name, 80)}`)
  const last = (name: string) => fields.findLast((each) => each.name === name)?.value
  const [event, id, retry] = [last('event'), last('id'), last('retry')]
  const data = fields.flatMap(({ name, value }) => (name === 'data' ? [value] : []))
  return {
    ...(event !== undefined && { event }),
    ...(data.length > 0 && { data: data.join('\n') }),
    ...(id !== undefined && { id }),
    ...(retry !== undefined && /^\d+$/.test(retry) && { retry: Number(retry) }),
  }
}
