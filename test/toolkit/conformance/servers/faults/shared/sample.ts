import type { Request } from '../../exchange/api.js'

/** A request with a JSON body that a correct server accepts. */
export interface Sample {
  /** Begins the names of faults. */
  readonly prefix: string
  readonly operation: string
  readonly method: string
  readonly path: string
  /** An object with two members or more. */
  readonly text: string
  readonly type: string
  /** The status of its answer. */
  readonly ok: number
}

export function requestOf(sample: Sample, more: Partial<Request> = {}): Request {
  const { method, path, text, type } = sample
  return { method, path, text, type, ...more }
}

/** The same with another body. */
export const withText = (sample: Sample, text: string) => requestOf(sample, { text })

/** A raw request with the sample's credential and body. */
export function rawOf(sample: Sample, headers: readonly string[], body = sample.text): string {
  const { method, path, type } = sample
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...['Host: localhost', 'Connection: close', 'Authorization: Bearer {token}'],
    ...[`Content-Type: ${type}`, ...headers],
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

export const lengthOf = (text: string) => `Content-Length: ${Buffer.byteLength(text)}`
