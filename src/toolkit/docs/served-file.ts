import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const zip = promisify(gzip)

/** Fewer bytes are not compressed. */
const SMALL = 1024

/** Bytes that are served as they are, or compressed, with a tag that says whether a client has them. */
export class ServedFile {
  readonly type: string
  readonly bytes: Buffer
  readonly #tag: string
  /** Made once, for the first client that takes it. */
  #zipped: Promise<Buffer> | undefined

  constructor(type: string, content: string | Uint8Array) {
    this.type = type
    this.bytes = Buffer.from(content)
    this.#tag = createHash('sha256').update(this.bytes).digest('base64url').slice(0, 27)
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { headers } = request
    const isZipped = this.bytes.length > SMALL && takesGzip(headers['accept-encoding'])
    // Two representations have two tags (RFC 9110, section 8.8.3.3).
    const etag = `"${this.#tag}${isZipped ? '-gzip' : ''}"`
    reply.headers({
      etag,
      vary: withEncoding(reply.getHeader('vary')),
      'cache-control': 'no-cache',
    })
    if (isKnown(etag, headers['if-none-match'])) return reply.code(304).send()
    reply.type(this.type)
    if (!isZipped) return reply.send(this.bytes)
    this.#zipped ??= zip(this.bytes)
    return reply.header('content-encoding', 'gzip').send(await this.#zipped)
  }
}

/** The host's hooks may have set some already. */
function withEncoding(vary: number | string | string[] | undefined): string {
  return [vary ?? [], 'Accept-Encoding'].flat().join(', ')
}

function takesGzip(header = ''): boolean {
  return header.split(',').some((each) => {
    const [coding, weight = 'q=1'] = each.split(';').map((part) => part.trim().toLowerCase())
    return coding === 'gzip' && Number(weight.slice(2)) > 0
  })
}

/** The weak comparison of RFC 9110, section 13.1.2. */
function isKnown(etag: string, header = ''): boolean {
  const known = header.match(/\*|"[^"]*"/g) ?? []
  return known.some((each) => each === etag || each === '*')
}
