import type { Finding } from './finding.js'
import { eventsIn, Misframed, recordsIn } from './items-in.js'
import { readJson } from './json-body.js'
import type { JudgedValue } from './judge-content.js'
import { judgeValue } from './judge-value.js'

/** Most items of a body that are judged. */
const MOST = 500

/** Each item of a sequence is framed as its media type says, and valid by its schema. */
export function judgeItems(body: JudgedValue): Finding[] {
  const { media, pointer } = body
  if (media.framing === undefined) return []
  let items: readonly ItemReadings[]
  try {
    items = itemsOf(body)
  } catch (error) {
    /* c8 ignore next -- an error of this program is not the server's */
    if (!(error instanceof Misframed)) throw error
    return [{ check: 'body-framing', pointer, expected: media.mediaType, received: error.message }]
  }
  for (const [index, readings] of items.slice(0, MOST).entries()) {
    const found = judgeItem(body, readings, index)
    // One wrong item says enough.
    if (found.length > 0) return found
  }
  return []
}

/** What an item may stand for, the likeliest first; or the reason why it is none. */
type ItemReadings = readonly unknown[] | string

function judgeItem(
  { exchange, media, pointer }: JudgedValue,
  readings: ItemReadings,
  index: number,
): Finding[] {
  const place = `item ${index}`
  if (typeof readings === 'string')
    return [{ check: 'body-json', pointer, expected: 'JSON', received: `${place}: ${readings}` }]
  const [first = [], ...others] = readings.map((value) =>
    judgeValue(exchange.contract, media.schema, value, { ...exchange, place }),
  )
  return others.some((each) => each.length === 0) ? [] : first
}

function itemsOf({ exchange, media, bytes }: JudgedValue): ItemReadings[] {
  const isWhole = !exchange.response.isPartial
  if (media.framing === 'json-lines' || media.framing === 'json-seq')
    return recordsIn(bytes, media.framing, isWhole).map(jsonReadings)
  return eventsIn(bytes, isWhole).map((event) => {
    const { data, id } = event
    if (media.framing === 'event-stream-text') return [data ?? '']
    if (media.framing === 'event-stream-json') return jsonReadings(Buffer.from(data ?? ''))
    const numbered = readAs(id).map((id) => ({ ...event, id }))
    return [event, ...numbered].flatMap((each) => [
      each,
      ...readAs(data).map((data) => ({ ...each, data })),
    ])
  })
}

/** The value that a text is in JSON, if it is one. */
function readAs(text: string | undefined): unknown[] {
  const read = text === undefined ? undefined : readJson(Buffer.from(text))
  return read && 'value' in read ? [read.value] : []
}

function jsonReadings(bytes: Buffer): ItemReadings {
  const read = readJson(bytes)
  return 'reason' in read ? read.reason : [read.value]
}
