import type { HeaderLine, RawRequest, SentRequest } from '../exchange/request.js'
import type { TestTarget } from '../target/test-target.js'

/** What is other in the bytes of a request than a client would send. */
export interface RawChanges
  extends Pick<RawRequest, 'after' | 'mayWait' | 'readsAll' | 'judgedAs'> {
  /** In place of `METHOD TARGET HTTP/1.1`. */
  readonly line?: (method: string, target: string) => string
  /** In place of `Host: HOST`; each line without its end. */
  readonly host?: readonly string[]
  /** In place of the lines that tell the length of the body. */
  readonly framing?: readonly string[]
  /** Lines after all others. */
  readonly lines?: readonly string[]
  readonly body?: Buffer | string
  /** In place of `Connection: close`. */
  readonly connection?: readonly string[]
  /** Bytes after the request, of a second one. */
  readonly followedBy?: Buffer
}

/** Writes the bytes of a request below the base URL of a server, with its `Host`. */
export function writeRaw(
  { host, basePath }: Pick<TestTarget, 'host' | 'basePath'>,
  request: SentRequest,
  changes: RawChanges = {},
): RawRequest {
  const { after, mayWait, readsAll, judgedAs } = changes
  const target = basePath + request.target || '/'
  const line = changes.line ?? ((method, path) => `${method} ${path} HTTP/1.1`)
  const body = changes.body === undefined ? request.body : Buffer.from(changes.body as string)
  const lines = [
    line(request.method, target),
    ...(changes.host ?? [`Host: ${host}`]),
    ...request.headers.filter(([name]) => !OWN.test(name)).map(written),
    ...(changes.framing ?? (body === undefined ? [] : [`Content-Length: ${body.length}`])),
    ...(changes.connection ?? ['Connection: close']),
    ...(changes.lines ?? []),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return {
    bytes: Buffer.concat([head, body ?? Buffer.alloc(0), changes.followedBy ?? Buffer.alloc(0)]),
    ...(after && { after }),
    ...(mayWait && { mayWait }),
    ...(readsAll && { readsAll }),
    ...(judgedAs && { judgedAs }),
  }
}

/** Headers that the bytes have of their own. */
const OWN = /^(host|content-length|transfer-encoding|connection)$/i

function written([name, value]: HeaderLine): string {
  return `${name}: ${value}`
}

/** A body as chunks of a size; the last one ends it. */
export function chunked(body: Buffer, size = body.length): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size)
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}
