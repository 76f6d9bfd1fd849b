import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import type { Send } from './golden.js'

/** Headers that every response has. */
const USUAL = /^(date|connection|content-length|keep-alive|transfer-encoding)$/
const JSON_TYPE = 'application/json; charset=utf-8'

/** `METHOD URL`, then headers in parentheses, if any, and the body, if there is one. */
const REQUEST = /^(\S+) (\S+)(?: \(([^)]*)\))?(?: (.*))?$/

/**
 * Sends requests of one line to an app: `POST /pets (prefer: code=201) {"name":"fern"}`. A body is JSON, unless the
 * headers have another type. A response is its status, the headers that not every one has, and the body.
 */
export function talkTo(app: FastifyInstance): Send {
  return async (request) => {
    const [, method, url, given = '', payload] = REQUEST.exec(request) ?? []
    const named = given.split('; ').filter(Boolean)
    const headers = Object.fromEntries(named.map((header) => header.split(/: (.*)/)))
    if (payload !== undefined) headers['content-type'] ??= 'application/json'
    const sent = { method: method as 'GET', url: url as string, headers }
    const response = await app.inject(payload === undefined ? sent : { ...sent, payload })
    const shown = Object.entries(response.headers).flatMap(([name, value]) =>
      USUAL.test(name) || value === JSON_TYPE ? [] : `${name}: ${value}`,
    )
    const more = shown.length > 0 ? ` (${shown.join('; ')})` : ''
    return `${response.statusCode}${more} ${response.body.replaceAll('\n', '\\n')}`.trimEnd()
  }
}

/** Sends requests of one line each, and compares the responses, or their statuses: `GET /pets -> 200 []`. */
export async function talk(t: Test, app: FastifyInstance, lines: string): Promise<void> {
  for (const line of lines.trim().split('\n')) {
    const [request = '', wanted = ''] = line.trim().split(' -> ')
    const response = await talkTo(app)(request)
    t.equal(/^\d+$/.test(wanted) ? response.slice(0, 3) : response, wanted, line)
  }
}
