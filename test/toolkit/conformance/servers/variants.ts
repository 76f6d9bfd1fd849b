/** Correct servers that use the freedom that contracts and RFCs leave. */

import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { rowsOf } from '../../../helpers/rows.js'
import { failsAt, gives, type Servers, takes, wraps } from './faults/fault.js'
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
const writes = (change: (written: Written, accepted: string) => Written) =>
  gives('encode', (written, _, call) => change(written, call?.headers['accept-encoding'] ?? ''))

const withHeaders = (more: Record<string, string>) =>
  writes((written) => ({ ...written, headers: { ...written.headers, ...more } }))

const typeOf = ({ headers }: Written) => headers['Content-Type'] ?? ''

const whole = ({ parts }: Written) => Buffer.concat(parts.map((part) => Buffer.from(part)))

const turned = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(turned)
  if (!isObject(value)) return value
  const members = Object.entries(value).reverse()
  return Object.fromEntries(members.map(([name, member]) => [name, turned(member)]))
}

const ROWS = rowsOf(`
  pretty | JSON has white space.
  other-order | Members are in another order.
  escaped | Characters outside of ASCII are escaped.
  chunked | Bodies are chunked.
  lower-case-headers | Names of headers are in small letters.
  charset | JSON has a charset.
  more-headers | There are headers that are not documented.
  cache-headers | There are headers for caches.
  closing | Each connection is closed.
  compressed | Who accepts it gets gzip.
  other-messages | Errors are in another language.
  long-challenge | Challenges have a realm and a description.
  slow | Each answer takes 50 ms.
  no-head | HEAD is not there.
  options | OPTIONS says which methods there are.
  methods-501 | Methods that the server does not know are answered 501.
  trailing-slash | A slash at the end of a path is nothing.
  accept-ignored | Accept is not looked at.
  strict-query | Parameters that are not documented are refused.
`)

const SERVERS: Servers<Points> = {
  pretty: writes((written) => {
    if (!/json$/.test(typeOf(written))) return written
    // Numbers stay as they are.
    const text = whole(written).toString()
    const body = Buffer.from(text.replace(/^\{/, '{\n  ').replace(/\}$/, '\n}\n'))
    return { ...written, parts: [body], length: body.length }
  }),
  'other-order': takes('printBody', (body) => [turned(body)]),
  escaped: gives('printBody', (text) =>
    text.replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  ),
  chunked: writes(({ length: _, ...written }) => ({
    ...written,
    parts: written.parts.flatMap(halves),
  })),
  'lower-case-headers': writes((written) => ({
    ...written,
    headers: Object.fromEntries(
      Object.entries(written.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  })),
  charset: writes((written) => {
    const type = typeOf(written)
    if (type !== 'application/json') return written
    return { ...written, headers: { ...written.headers, 'Content-Type': `${type}; charset=utf-8` } }
  }),
  'more-headers': withHeaders({
    'X-Powered-By': 'Books',
    Server: 'shop/1',
    'Strict-Transport-Security': 'max-age=1',
    'Set-Cookie': 'session=1; HttpOnly',
    'X-Response-Time': '3ms',
  }),
  'cache-headers': withHeaders({
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization, Accept',
    Expires: '0',
    'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
  }),
  closing: withHeaders({ Connection: 'close' }),
  compressed: writes((written, accepted) => {
    const plain = whole(written)
    if (!/\bgzip\b/.test(accepted) || plain.length === 0 || written.status === 206) return written
    const body = gzipSync(plain)
    const headers = { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }
    const { length } = body
    return { ...written, headers: { ...written.headers, ...headers }, parts: [body], length }
  }),
  'other-messages': takes('errorBody', ({ status, kind }) => [
    new Failure(status, 'Das geht so nicht: „Ä“.', { kind }),
  ]),
  'long-challenge': (p) => {
    p.challenge = (error) =>
      `Bearer realm="shop, \\"east\\"", charset="UTF-8"${error ? `, error="${error}", error_description="no, thanks"` : ''}`
  },
  slow: wraps('checkMessage', (checkMessage) => async (call) => {
    await setTimeout(50)
    return checkMessage(call)
  }),
  'no-head': (p) => {
    p.allowedMethods = (operations) => operations.map(({ method }) => method)
    takes('route', (call) => {
      if (call.method === 'HEAD') refuseHead(p, call.path)
      return [call]
    })(p)
  },
  options: (p) => {
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
  'methods-501': failsAt(
    'route',
    ({ method }) => !/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method),
    501,
  ),
  'trailing-slash': takes('match', (path) => [path.length > 1 ? path.replace(/\/$/, '') : path]),
  'accept-ignored': (p) => {
    p.negotiate = () => {}
  },
  'strict-query': failsAt(
    'readParameters',
    ({ query, operation }) => {
      const names = query.split('&').map((pair) => decodeURIComponent(pair.split('=')[0] ?? ''))
      const known = operation.parameters.map(({ name }) => name)
      return names.some((name) => name !== '' && !known.includes(name))
    },
    400,
  ),
}

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

export const variants: readonly Variant[] = ROWS.map(([name = '', says = '']) => ({
  ...{ name, says },
  patch: SERVERS[name] as Variant['patch'],
}))

export function variantNamed(name: string): Variant {
  const variant = variants.find((each) => each.name === name)
  if (!variant) throw new Error(`there is no variant ${name}`)
  return variant
}
