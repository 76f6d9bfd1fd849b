import type { HeaderLine } from '../exchange/request.js'
import type { Outcome } from '../exchange/response.js'

/** What is known beside the bytes of a response. */
interface ResponseReading {
  /** True if no more bytes come. */
  readonly isEnd: boolean
  readonly isHead?: boolean
  readonly ms: number
}

const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})(?: [^\r\n]*)?$/

/** The first final response in the bytes; `undefined` if it is not whole yet, or none. */
export function parseResponse(bytes: Buffer, reading: ResponseReading): Outcome | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const [, digits] = STATUS_LINE.exec(first) ?? []
  if (digits === undefined)
    return { failure: 'malformed', detail: `it begins with ${JSON.stringify(first)}` }
  const status = Number(digits)
  const rest = bytes.subarray(end + 4)
  if (status < 200 && status !== 101) return parseResponse(rest, reading)
  const headers = lines.map((line): HeaderLine => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  const found = bodyIn(rest, headers, status, reading)
  if (found === undefined) return undefined
  const { body, length } = found
  return { status, headers, body, ms: reading.ms, rest: rest.subarray(length) }
}

/** A body, and the number of bytes that it takes. */
interface Framed {
  readonly body: Buffer
  readonly length: number
}

const whole = (body: Buffer): Framed => ({ body, length: body.length })

function bodyIn(
  rest: Buffer,
  headers: readonly HeaderLine[],
  status: number,
  { isEnd, isHead = false }: ResponseReading,
): Framed | undefined {
  const value = (name: string) => headers.find(([each]) => each.toLowerCase() === name)?.[1]
  // Bytes after a response without a body are what a probe looks for: only the end tells that there are none.
  if (isHead || status === 101 || status === 204 || status === 304)
    return isEnd ? whole(rest) : undefined
  if (/chunked/i.test(value('transfer-encoding') ?? '')) return unchunked(rest, isEnd)
  const length = value('content-length')
  if (length === undefined) return isEnd ? whole(rest) : undefined
  if (rest.length >= Number(length)) return whole(rest.subarray(0, Number(length)))
  return isEnd ? whole(rest) : undefined
}

function unchunked(rest: Buffer, isEnd: boolean): Framed | undefined {
  const chunks: Buffer[] = []
  const cut = () => (isEnd ? { body: Buffer.concat(chunks), length: rest.length } : undefined)
  let at = 0
  for (let line = rest.indexOf('\r\n'); line >= 0; line = rest.indexOf('\r\n', at)) {
    const size = Number.parseInt(rest.toString('latin1', at, line), 16)
    if (Number.isNaN(size)) return cut()
    if (size === 0) {
      const end = rest.indexOf('\r\n\r\n', line)
      if (end < 0 && !isEnd) return undefined
      return { body: Buffer.concat(chunks), length: end < 0 ? rest.length : end + 4 }
    }
    if (rest.length < line + 2 + size && !isEnd) return undefined
    chunks.push(rest.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
  return cut()
}
