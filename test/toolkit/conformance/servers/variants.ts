/** Correct servers that use the freedom that contracts and RFCs leave. */

import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { failsAt, gives, takes, wraps } from './faults/fault.js'
import { isObject, type Json } from './json/value.js'
import { Failure } from './kernel/failure.js'
import type { Points, Written } from './kernel/points.js'

type Patch = (points: Points) => void

const all =
  (...patches: readonly Patch[]): Patch =>
  (points) => {
    for (const patch of patches) patch(points)
  }

const writes = (change: (written: Written, accepted: string) => Written) =>
  gives('encode', (written, _, call) => change(written, call?.headers['accept-encoding'] ?? ''))

const withHeaders = (more: Record<string, string>) =>
  writes((written) => ({ ...written, headers: { ...written.headers, ...more } }))

const whole = ({ parts }: Written) => Buffer.concat(parts.map((part) => Buffer.from(part)))

const turned = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(turned)
  if (!isObject(value)) return value
  const members = Object.entries(value).reverse()
  return Object.fromEntries(members.map(([name, member]) => [name, turned(member)]))
}

/** JSON has white space, and a charset; numbers stay as they are. */
const pretty = writes((written) => {
  const type = written.headers['Content-Type'] ?? ''
  if (!/json$/.test(type)) return written
  const text = whole(written).toString()
  const body = Buffer.from(text.replace(/^\{/, '{\n  ').replace(/\}$/, '\n}\n'))
  const headers = type === 'application/json' && { 'Content-Type': `${type}; charset=utf-8` }
  return {
    ...{ ...written, headers: { ...written.headers, ...headers } },
    ...{ parts: [body], length: body.length },
  }
})

const escaped = gives('printBody', (text) =>
  text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ),
)

/** Both halves of each part are chunks. */
const chunked = writes(({ length: _, ...written }) => ({
  ...written,
  parts: written.parts.flatMap((part) => {
    const bytes = Buffer.from(part)
    const middle = Math.floor(bytes.length / 2)
    return [bytes.subarray(0, middle), bytes.subarray(middle)].filter(({ length }) => length > 0)
  }),
}))

const inLowerCase = writes((written) => ({
  ...written,
  headers: Object.fromEntries(
    Object.entries(written.headers).map(([name, value]) => [name.toLowerCase(), value]),
  ),
}))

const compressed = writes((written, accepted) => {
  const plain = whole(written)
  if (!/\bgzip\b/.test(accepted) || plain.length === 0 || written.status === 206) return written
  const body = gzipSync(plain)
  const headers = { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }
  const { length } = body
  return { ...written, headers: { ...written.headers, ...headers }, parts: [body], length }
})

/** OPTIONS says which methods there are. */
const options: Patch = (p) => {
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
}

const noHead: Patch = (p) => {
  p.allowedMethods = (operations) => operations.map(({ method }) => method)
  takes('route', (call) => {
    const found = call.method === 'HEAD' ? p.match(call.path) : undefined
    if (!found) return [call]
    const headers = { Allow: p.allowedMethods(found.operations).join(', ') }
    throw new Failure(405, 'HEAD is not there.', { headers })
  })(p)
}

const VARIANTS: Readonly<Record<string, Patch>> = {
  'writes JSON otherwise': all(
    pretty,
    takes('printBody', (body) => [turned(body)]),
    escaped,
    chunked,
  ),
  'has other headers': all(
    withHeaders({
      ...{ 'X-Powered-By': 'Books', Server: 'shop/1', 'Set-Cookie': 'session=1; HttpOnly' },
      ...{ 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept', Expires: '0' },
      ...{ 'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT', Connection: 'close' },
    }),
    inLowerCase,
  ),
  'compresses for who accepts it': compressed,
  'has errors in another language, and long challenges': all(
    takes('errorBody', ({ status, kind }) => [
      new Failure(status, 'Das geht so nicht: „Ä“.', { kind }),
    ]),
    (p) => {
      p.challenge = (error) =>
        `Bearer realm="shop, \\"east\\"", charset="UTF-8"${error ? `, error="${error}", error_description="no, thanks"` : ''}`
    },
  ),
  'is slow': wraps('checkMessage', (checkMessage) => async (call) => {
    await setTimeout(50)
    return checkMessage(call)
  }),
  'has no HEAD, and answers 501 to methods that it does not know': all(
    noHead,
    failsAt(
      'route',
      ({ method }) => !/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method),
      501,
    ),
  ),
  'has OPTIONS, and looks neither at Accept nor at a slash at the end': all(
    options,
    takes('match', (path) => [path.length > 1 ? path.replace(/\/$/, '') : path]),
    (p) => (p.negotiate = () => {}),
  ),
  'refuses parameters that are not documented': failsAt(
    'readParameters',
    ({ query, operation }) => {
      const names = query.split('&').map((pair) => decodeURIComponent(pair.split('=')[0] ?? ''))
      const known = operation.parameters.map(({ name }) => name)
      return names.some((name) => name !== '' && !known.includes(name))
    },
    400,
  ),
}

export const variants: readonly string[] = Object.keys(VARIANTS)

export function variantNamed(name: string): Patch {
  const patch = VARIANTS[name]
  if (!patch) throw new Error(`there is no variant ${name}`)
  return patch
}
