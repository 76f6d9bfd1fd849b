import type { Framing } from '../openapi/framing.js'

type Fits = (item: unknown) => boolean

/** The items of a sequence that an example has as its text; `undefined`: it is no such text. */
export function itemsInText(text: string, framing: Framing, fits: Fits): unknown[] | undefined {
  const lines = text.replace(/\r\n?/g, '\n')
  try {
    if (framing === 'json-lines' || framing === 'json-seq') {
      const texts = lines.split(framing === 'json-lines' ? '\n' : '\x1e')
      return texts.filter((each) => each.trim() !== '').map((each) => JSON.parse(each))
    }
    const events = lines.split(/\n{2,}/).flatMap((block) => {
      const event = eventIn(block)
      if (event.data === undefined) return []
      if (framing === 'event-stream-text') return [event.data]
      if (framing === 'event-stream-json') return [JSON.parse(event.data)]
      return [fits(event) ? event : { ...event, data: JSON.parse(event.data) }]
    })
    return events.length > 0 ? events : undefined
  } catch {
    return undefined
  }
}

/** The fields of an event (WHATWG HTML, section 9.2.6). */
function eventIn(block: string) {
  const fields = new Map<string, string>()
  for (const [, name = '', value = ''] of block.matchAll(/^(data|event|id|retry)(?:: ?(.*))?$/gm)) {
    const before = name === 'data' ? fields.get(name) : undefined
    fields.set(name, before === undefined ? value : `${before}\n${value}`)
  }
  const retry = fields.get('retry')
  const event: { data?: string; retry?: number } = Object.fromEntries(fields)
  return retry === undefined ? event : { ...event, retry: Number(retry) }
}
