/** Correct servers that use the freedom that contracts and RFCs leave. */

import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { isObject, type Json } from './json/value.js'
import { Failure } from './kernel/failure.js'
import type { Points, Written } from './kernel/points.js'

export interface Variant {
  readonly name: string
  /** What the server does. */
  readonly says: string
  readonly patch: (points: Points) => void
}

/** Changes all messages. */
const writes = (change: (written: Written, accepted: string) => Written) => (p: Points) => {
  const { encode } = p
  p.encode = (answer, call) => change(encode(answer, call), call?.headers['accept-encoding'] ?? '')
}

const withHeaders = (more: Record<string, string>) =>
  writes((written) => ({ ...written, headers: { ...written.headers, ...more } }))

/** Prints JSON otherwise. */
const prints = (change: (text: string) => string) => (p: Points) => {
  const { printBody } = p
  p.printBody = (body) => change(printBody(body))
}

const isSequence = ({ headers }: Written) => /jsonl/.test(headers['Content-Type'] ?? '')

const turned = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(turned)
  if (!isObject(value)) return value
  const members = Object.entries(value).reverse()
  return Object.fromEntries(members.map(([name, member]) => [name, turned(member)]))
}

const rows: [name: string, says: string, patch: (points: Points) => void][] = [
  [
    'pretty',
    'JSON has white space.',
    writes((written) => {
      if (isSequence(written) || !/json/.test(written.headers['Content-Type'] ?? '')) return written
      // Numbers stay as they are.
      const text = Buffer.concat(written.parts.map((part) => Buffer.from(part))).toString()
      const body = Buffer.from(text.replace(/^\{/, '{\n  ').replace(/\}$/, '\n}\n'))
      return { ...written, parts: [body], length: body.length }
    }),
  ],
  [
    'other-order',
    'Members are in another order.',
    (p) => {
      const { printBody } = p
      p.printBody = (body) => printBody(turned(body))
    },
  ],
  [
    'escaped',
    'Characters outside of ASCII are escaped.',
    prints((text) =>
      text.replace(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ),
  ],
  [
    'chunked',
    'Bodies are chunked.',
    writes(({ length: _, ...written }) => ({ ...written, parts: written.parts.flatMap(halves) })),
  ],
  [
    'lower-case-headers',
    'Names of headers are in small letters.',
    writes((written) => ({
      ...written,
      headers: Object.fromEntries(
        Object.entries(written.headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    })),
  ],
  [
    'charset',
    'JSON has a charset.',
    writes((written) => {
      const { 'Content-Type': type } = written.headers
      return type === 'application/json'
        ? { ...written, headers: { ...written.headers, 'Content-Type': `${type}; charset=utf-8` } }
        : written
    }),
  ],
  [
    'more-headers',
    'There are headers that are not documented.',
    withHeaders({
      'X-Powered-By': 'Books',
      Server: 'shop/1',
      'Strict-Transport-Security': 'max-age=1',
      'Set-Cookie': 'session=1; HttpOnly',
      'X-Response-Time': '3ms',
    }),
  ],
  [
    'cache-headers',
    'There are headers for caches.',
    withHeaders({
      'Cache-Control': 'private, no-cache',
      Vary: 'Authorization, Accept',
      Expires: '0',
      'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
    }),
  ],
  ['closing', 'Each connection is closed.', withHeaders({ Connection: 'close' })],
  [
    'compressed',
    'Who accepts it gets gzip.',
    writes((written, accepted) => {
      const whole = Buffer.concat(written.parts.map((part) => Buffer.from(part)))
      if (!/\bgzip\b/.test(accepted) || whole.length === 0 || written.status === 206) return written
      const body = gzipSync(whole)
      return {
        ...written,
        headers: { ...written.headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' },
        parts: [body],
        length: body.length,
      }
    }),
  ],
  [
    'other-messages',
    'Errors are in another language.',
    (p) => {
      const { errorBody } = p
      p.errorBody = (failure) =>
        errorBody(new Failure(failure.status, 'Das geht so nicht: „Ä“.', { kind: failure.kind }))
    },
  ],
  [
    'long-challenge',
    'Challenges have a realm and a description.',
    (p) => {
      p.challenge = (error) =>
        `Bearer realm="shop, \\"east\\"", charset="UTF-8"${error ? `, error="${error}", error_description="no, thanks"` : ''}`
    },
  ],
  [
    'slow',
    'Each answer takes 50 ms.',
    (p) => {
      const { checkMessage } = p
      p.checkMessage = async (call) => {
        await setTimeout(50)
        return checkMessage(call)
      }
    },
  ],
  [
    'no-head',
    'HEAD is not there.',
    (p) => {
      const { route } = p
      p.allowedMethods = (operations) => operations.map(({ method }) => method)
      p.route = (call) => {
        if (call.method === 'HEAD') refuseHead(p, call.path)
        return route(call)
      }
    },
  ],
  [
    'options',
    'OPTIONS says which methods there are.',
    (p) => {
      const { route, errorAnswer } = p
      p.route = (call) => {
        const found = call.method === 'OPTIONS' ? p.match(call.path) : undefined
        if (!found) return route(call)
        throw new Failure(204, 'options', {
          headers: { Allow: [...p.allowedMethods(found.operations), 'OPTIONS'].join(', ') },
        })
      }
      p.errorAnswer = (failure, call) => {
        const { status, headers } = failure
        return status === 204 ? { status, headers } : errorAnswer(failure, call)
      }
    },
  ],
  [
    'methods-501',
    'Methods that the server does not know are answered 501.',
    (p) => {
      const { route } = p
      p.route = (call) => {
        if (!/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(call.method))
          throw new Failure(501, 'The method is not known.')
        return route(call)
      }
    },
  ],
  [
    'trailing-slash',
    'A slash at the end of a path is nothing.',
    (p) => {
      const { match } = p
      p.match = (path) => match(path.length > 1 ? path.replace(/\/$/, '') : path)
    },
  ],
  [
    'accept-ignored',
    'Accept is not looked at.',
    (p) => {
      p.negotiate = () => {}
    },
  ],
  [
    'strict-query',
    'Parameters that are not documented are refused.',
    (p) => {
      const { readParameters } = p
      p.readParameters = (call) => {
        const known = call.operation.parameters.map(({ name }) => name)
        for (const pair of call.query.split('&')) {
          const [name = ''] = pair.split('=')
          if (pair !== '' && !known.includes(decodeURIComponent(name)))
            throw new Failure(400, 'There is a parameter too many.')
        }
        return readParameters(call)
      }
    },
  ],
]

/** Both halves of a part: two chunks. */
function halves(part: string | Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(part)
  const middle = Math.floor(bytes.length / 2)
  return [bytes.subarray(0, middle), bytes.subarray(middle)].filter(({ length }) => length > 0)
}

function refuseHead(p: Points, path: string): void {
  const found = p.match(path)
  if (!found) return
  const headers = { Allow: p.allowedMethods(found.operations).join(', ') }
  throw new Failure(405, 'HEAD is not there.', { headers })
}

export const variants: readonly Variant[] = rows.map(([name, says, patch]) => ({
  name,
  says,
  patch,
}))

export function variantNamed(name: string): Variant {
  const variant = variants.find((each) => each.name === name)
  if (!variant) throw new Error(`there is no variant ${name}`)
  return variant
}
