import { parseJson } from '../json/parse.js'
import type { Json } from '../json/value.js'

/** A response as it came. */
export interface Reply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** It answers HEAD. */
  readonly isHead: boolean
}

/** A value of JSON whose form the test knows. */
// biome-ignore lint/suspicious/noExplicitAny: what is in it is what is asked
export type AnyJson = any

/** The body as JSON. */
export function jsonOf({ body }: Reply): AnyJson {
  return parseJson(body.toString()) as Json
}

/**
 * Reads all bytes of a connection that is closed after one response.
 *
 * @throws if they are anything but one whole response.
 */
export function readReply(bytes: Buffer, method: string): Reply {
  const end = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.toString('latin1', 0, Math.max(end, 0)).split('\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3})( |$)/.exec(first) ?? []
  if (status === undefined) throw new Error(`this is no response: ${bytes.toString().slice(0, 80)}`)
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).toLowerCase()
    if (name === 'content-length' && name in headers) throw new Error('two Content-Lengths')
    headers[name] = [headers[name] ?? [], line.slice(at + 1).trim()].flat().join(', ')
  }
  const rest = bytes.subarray(end + 4)
  if (status === '100') return readReply(rest, method)
  const body = bodyOf(method, Number(status), headers, rest)
  return { status: Number(status), headers, body, isHead: method === 'HEAD' }
}

function bodyOf(
  method: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  rest: Buffer,
): Buffer {
  const hasNone = method === 'HEAD' || status === 204 || status === 304
  const isChunked = /chunked/i.test(headers['transfer-encoding'] ?? '')
  const length = headers['content-length']
  if (status === 204 && (length !== undefined || isChunked)) throw new Error('204 with a length')
  if (isChunked && length !== undefined) throw new Error('both Content-Length and chunks')
  if (!hasNone && isChunked) return unchunked(rest)
  const expected = hasNone ? 0 : Number(length ?? rest.length)
  if (rest.length !== expected) throw new Error(`${rest.length} bytes instead of ${expected}`)
  return rest
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    const [size] = /^[0-9a-f]+$/i.exec(bytes.toString('latin1', at, Math.max(end, 0))) ?? []
    if (size === undefined) throw new Error('a chunk has no size')
    const length = Number.parseInt(size, 16)
    const next = end + 2 + length
    if (bytes.toString('latin1', next, next + 2) !== '\r\n') throw new Error('a chunk has no end')
    if (length === 0) return checkedEnd(parts, bytes.length - next - 2)
    parts.push(bytes.subarray(end + 2, next))
    at = next + 2
  }
}

function checkedEnd(parts: Buffer[], rest: number): Buffer {
  if (rest !== 0) throw new Error(`${rest} bytes after the last chunk`)
  return Buffer.concat(parts)
}
