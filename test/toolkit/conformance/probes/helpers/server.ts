import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { CREDENTIALS } from './document.js'

/** A request that has been read. */
export interface Call {
  readonly request: IncomingMessage
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** The parts of a server that keeps the contract; a fault puts others in their place. */
export interface Parts {
  route(call: Call): Answer
  /** The names of the schemes whose credentials are right. */
  credentials(call: Call): readonly string[]
  challenge(): Record<string, string>
  mediaType(call: Call): string
  thing(call: Call): Answer
  file(call: Call): Answer
  open(call: Call): Answer
  error(status: number, headers?: Record<string, string>): Answer
  write(answer: Answer, response: ServerResponse, call: Call): void
}

const PATHS: Readonly<Record<string, readonly string[]>> = {
  '/things': ['POST', 'GET'],
  '/file': ['GET'],
  '/both': ['GET'],
  '/open': ['GET'],
}

const JSON_TYPE = { 'Content-Type': 'application/json' }
const THING = '{"id":1,"name":"fern"}'

/** A correct server, with faults in place of some of its parts. */
export function makeServer(faults: (parts: Parts) => Partial<Parts>): Server {
  const parts: Parts = correct()
  Object.assign(parts, faults({ ...parts }))
  return createServer(async (request, response) => {
    const [method = '', target = ''] = [request.method, request.url]
    const call = {
      ...{ request, method },
      url: new URL(target.replace(/^\/+/, '/'), 'http://localhost'),
      headers: request.headers as Call['headers'],
      body: await buffer(request).catch(() => Buffer.alloc(0)),
    }
    parts.write(parts.route(call), response, call)
  })
}

function correct(): Parts {
  const parts: Parts = {
    route: (call) => routed(parts, call),
    credentials: (call) => rightSchemes(call),
    challenge: () => ({ 'WWW-Authenticate': 'Bearer, Basic realm="things"' }),
    mediaType: ({ headers }) => headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '',
    thing: (call) => created(parts, call),
    file: (call) => ranged(parts, call),
    open: () => ({ status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'open' }),
    error: (status, headers = {}) => ({
      status,
      headers: { ...JSON_TYPE, ...headers },
      body: '{"failure":"it is refused"}',
    }),
    write({ status, headers = {}, body = '' }, response) {
      response.writeHead(
        status,
        status === 204 ? headers : { 'Content-Length': Buffer.byteLength(body), ...headers },
      )
      response.end(body)
    },
  }
  return parts
}

function routed(parts: Parts, call: Call): Answer {
  const { method, url } = call
  if (!/^(?:[^%]|%[\da-f]{2})*$/i.test(url.pathname)) return parts.error(400)
  const thing = /^\/things\/(-?\d+)$/.exec(url.pathname)
  const methods = thing ? ['GET', 'DELETE'] : (PATHS[url.pathname] ?? [])
  if (!Object.hasOwn(PATHS, url.pathname) && thing === null) return parts.error(404)
  const own = method === 'HEAD' ? 'GET' : method
  if (!methods.includes(own)) return parts.error(405, { Allow: methods.join(', ') })
  const schemes = parts.credentials(call)
  const unauthenticated = () => parts.error(401, parts.challenge())
  if (thing) return thingAt(parts, call, schemes)
  switch (`${own} ${url.pathname}`) {
    case 'POST /things':
      return schemes.includes('token') ? parts.thing(call) : unauthenticated()
    case 'GET /things':
      if (!schemes.some((each) => /^(key|oauth)/.test(each))) return unauthenticated()
      if (!/^\d+$/.test(url.searchParams.get('limit') ?? '')) return parts.error(400)
      return { status: 200, headers: JSON_TYPE, body: `[${THING}]` }
    case 'GET /both': {
      const isBoth = schemes.includes('token') && schemes.includes('query')
      return isBoth ? { status: 200, headers: JSON_TYPE, body: THING } : unauthenticated()
    }
    case 'GET /file':
      return schemes.includes('user') ? parts.file(call) : unauthenticated()
    default:
      return parts.open(call)
  }
}

/** Tokens other than the first have scopes and users in their names. */
function thingAt(parts: Parts, { method }: Call, schemes: readonly string[]): Answer {
  const scheme = schemes.find((each) => each.startsWith('oauth'))
  if (scheme === undefined) return parts.error(401, parts.challenge())
  if (method === 'DELETE' && scheme === 'oauth-reader') return parts.error(403)
  if (scheme === 'oauth-other') return parts.error(404)
  return method === 'DELETE' ? { status: 204 } : { status: 200, headers: JSON_TYPE, body: THING }
}

function rightSchemes({ headers, url, request }: Call): string[] {
  const all = request.rawHeaders.filter((_, at) => at % 2 === 0)
  const lines = all.filter((name) => name.toLowerCase() === 'authorization').length
  const [, scheme = '', secret = ''] = /^(\S+) +(\S+)$/.exec(headers.authorization ?? '') ?? []
  const name = lines > 1 ? '' : scheme.toLowerCase()
  const coded = Buffer.from(CREDENTIALS.user).toString('base64')
  return [
    ...(name === 'bearer' && secret === CREDENTIALS.token ? ['token'] : []),
    ...(name === 'bearer' && secret === CREDENTIALS.oauth ? ['oauth'] : []),
    ...(name === 'bearer' && /^(reader|other)-0123456789$/.test(secret)
      ? [`oauth-${secret.split('-')[0]}`]
      : []),
    ...(name === 'basic' && secret === coded ? ['user'] : []),
    ...(headers['x-key'] === CREDENTIALS.key ? ['key'] : []),
    ...(url.searchParams.get('key') === CREDENTIALS.query ? ['query'] : []),
  ]
}

function created(parts: Parts, call: Call): Answer {
  const { headers, body } = call
  if (body.length > 1_000_000) return parts.error(413)
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding !== 'identity') return parts.error(415)
  const type = parts.mediaType(call)
  if (type === 'application/x-www-form-urlencoded')
    return { status: 200, headers: JSON_TYPE, body: THING }
  if (type !== 'application/json') return parts.error(415)
  try {
    const { id, name } = JSON.parse(body.toString('utf8'))
    if (typeof id !== 'number' || typeof name !== 'string') return parts.error(400)
    return { status: 200, headers: JSON_TYPE, body: JSON.stringify({ id, name }) }
  } catch {
    return parts.error(400)
  }
}

export const BYTES = Buffer.from('0123456789')

/** One range of bytes (RFC 9110, section 14.1.2). */
function ranged(parts: Parts, { headers }: Call): Answer {
  const own = { 'Content-Type': 'application/octet-stream', 'Accept-Ranges': 'bytes' }
  const { length } = BYTES
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (from === '' && to === '') return { status: 200, headers: own, body: BYTES }
  const start = from === '' ? length - Number(to) : Number(from)
  const end = from === '' || to === '' ? length : Math.min(length, Number(to) + 1)
  if (start >= length) return parts.error(416, { 'Content-Range': `bytes */${length}` })
  const field = { 'Content-Range': `bytes ${start}-${end - 1}/${length}` }
  return { status: 206, headers: { ...own, ...field }, body: BYTES.subarray(start, end) }
}
