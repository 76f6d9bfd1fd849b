import assert from 'node:assert/strict'
import { isSame } from '../json/print.js'
import type { Json } from '../json/value.js'
import type { Api, Request } from './api.js'
import { type AnyJson, jsonOf, type Reply } from './reply.js'

/** What a correct server does, tried; rejects if the server does something else. */
export type Exchange = (api: Api) => Promise<unknown>

/** What a reply must have. */
export interface Expected {
  /** Patterns of values; null for a header that must not be there. */
  readonly headers?: Readonly<Record<string, RegExp | null>>
  readonly type?: RegExp
  /** The whole body. */
  readonly body?: Json
  /** Throws if the body is wrong. */
  readonly json?: (body: AnyJson) => void
}

export function expect(reply: Reply, status: number | number[], expected: Expected = {}): Reply {
  const { headers = {}, type, body, json } = expected
  const text = reply.body.toString()
  assert.ok([status].flat().includes(reply.status), `${reply.status} instead of ${status}: ${text}`)
  if (reply.status >= 400) checkError(reply)
  if (reply.status === 401) assert.match(reply.headers['www-authenticate'] ?? '', /^Bearer\b/)
  for (const [name, pattern] of Object.entries(headers)) {
    const value = reply.headers[name.toLowerCase()]
    if (pattern === null) assert.equal(value, undefined, name)
    else assert.match(value ?? '(none)', pattern, name)
  }
  if (type) assert.match(reply.headers['content-type'] ?? '(none)', type)
  if (body !== undefined) assert.ok(isSame(jsonOf(reply), body), text)
  json?.(jsonOf(reply))
  return reply
}

/** The shapes that the two contracts have for errors. */
const ERRORS: Record<string, (error: Record<string, unknown>) => boolean> = {
  'application/json': ({ error, message }) =>
    Number.isInteger(error) && typeof message === 'string',
  'application/problem+json': ({ type, title, status, ...rest }) =>
    typeof type === 'string' &&
    typeof title === 'string' &&
    Number.isInteger(status) &&
    Object.keys(rest).every((name) => ['detail', 'pointer'].includes(name)),
}

function checkError(reply: Reply): void {
  if (reply.isHead) return
  const [type = ''] = (reply.headers['content-type'] ?? '').split(';')
  assert.ok(ERRORS[type]?.(jsonOf(reply)), `no error: ${type} ${reply.body}`)
}

/** One request, and what comes back. */
export function asks(request: Request, status: number | number[], expected?: Expected): Exchange {
  return async (api) => expect(await api.send(request), status, expected)
}

/** The same for bytes as they are. */
export function asksRaw(text: string, status: number | number[], expected?: Expected): Exchange {
  return async (api) => expect(await api.sendRaw(text), status, expected)
}

/** One exchange after the other. */
export function inOrder(...exchanges: readonly Exchange[]): Exchange {
  return async (api) => {
    for (const each of exchanges) await each(api)
  }
}
