import { connect } from 'node:net'
import { setTimeout } from 'node:timers'
import { printJson } from '../json/print.js'
import type { Json } from '../json/value.js'
import { type Reply, readReply } from './reply.js'

export interface Request {
  /** GET without one. */
  readonly method?: string
  readonly path: string
  /** The name of the credential: `bearerAuth` unless it is given; null for none. */
  readonly credential?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, or text or bytes as they are. */
  readonly body?: Json | Buffer
  readonly text?: string
  /** Of the body, if there is one. */
  readonly type?: string | null
}

/** A server, and how it is asked. */
export interface Api {
  readonly url: string
  readonly credentials: Readonly<Record<string, string>>
  send(request: Request): Promise<Reply>
  /** Sends bytes as they are; `{token}` is the credential. */
  sendRaw(text: string): Promise<Reply>
}

/** @param patience - Milliseconds after which a server does not answer. */
export function apiOf(
  url: string,
  credentials: Readonly<Record<string, string>>,
  patience: number,
): Api {
  const exchange = (bytes: Buffer, method: string) => exchanged(url, bytes, method, patience)
  return {
    url,
    credentials,
    send: (request) => exchange(messageOf(request, url, credentials), request.method ?? 'GET'),
    sendRaw(text) {
      const filled = text.replaceAll('{token}', credentials.bearerAuth as string)
      return exchange(Buffer.from(filled, 'latin1'), text.slice(0, text.indexOf(' ')))
    },
  }
}

function messageOf(
  request: Request,
  url: string,
  credentials: Readonly<Record<string, string>>,
): Buffer {
  const { method = 'GET', path, credential = 'bearerAuth', headers = {}, text } = request
  const json =
    request.body === undefined || Buffer.isBuffer(request.body) ? undefined : request.body
  const body = text ?? (json === undefined ? request.body : printJson(json))
  const bytes = body === undefined ? undefined : Buffer.from(body as string)
  const type = request.type === undefined ? 'application/json' : request.type
  const lines = {
    Host: new URL(url).host,
    Connection: 'close',
    ...(credential !== null && headerOf(credential, credentials)),
    ...(bytes && type !== null && { 'Content-Type': type }),
    ...(bytes && { 'Content-Length': String(bytes.length) }),
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  const start = `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`
  return Buffer.concat([Buffer.from(start, 'latin1'), bytes ?? Buffer.of()])
}

function headerOf(name: string, credentials: Readonly<Record<string, string>>) {
  const credential = credentials[name] as string
  return name === 'apiKey' ? { 'X-Api-Key': credential } : { Authorization: `Bearer ${credential}` }
}

function exchanged(url: string, bytes: Buffer, method: string, patience: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
    const timer = setTimeout(() => socket.destroy(new Error('no answer in time')), patience)
    let failed: Error | undefined
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', (error) => {
      failed = error
    })
    socket.on('close', () => {
      clearTimeout(timer)
      try {
        resolve(readReply(Buffer.concat(chunks), method))
      } catch (error) {
        reject(failed ?? error)
      }
    })
  })
}
