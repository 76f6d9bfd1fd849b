import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { fits } from './fits.js'
import type { Send } from './golden.js'

/** Headers that every response has. */
const USUAL = /^(date|connection|content-length|keep-alive|transfer-encoding)$/
const JSON_TYPE = 'application/json; charset=utf-8'

/** `METHOD URL`, then headers in parentheses, if any, and the body, if there is one. */
const REQUEST = /^(\S+) (\S+)(?: \(([^)]*)\))?(?: (.*))?$/

/** The request of a line. A body is JSON, unless the headers have another type. */
function requestOf(line: string) {
  const [, method = '', url = '', given = '', payload] = REQUEST.exec(line) ?? []
  const named = given.split('; ').filter(Boolean)
  const headers = Object.fromEntries(named.map((header) => header.split(/: (.*)/)))
  if (payload !== undefined) headers['content-type'] ??= 'application/json'
  return { method, url, headers, ...(payload !== undefined && { payload }) }
}

/** The line of a response. */
function lineOf(status: number, headers: Iterable<[name: string, value: unknown]>, body: string) {
  const shown = [...headers].map(([name, value]) => `${name}: ${value}`)
  const more = shown.length > 0 ? ` (${shown.join('; ')})` : ''
  return `${status}${more} ${body.replaceAll('\n', '\\n')}`.trimEnd()
}

/**
 * Sends requests of one line to an app: `POST /pets (prefer: code=201) {"name":"fern"}`. A response is its status,
 * the headers that not every one has, and the body.
 */
export function talkTo(app: FastifyInstance): Send {
  return async (line) => {
    const request = requestOf(line)
    const response = await app.inject({ ...request, method: request.method as 'GET' })
    const shown = Object.entries(response.headers).filter(
      ([name, value]) => !USUAL.test(name) && value !== JSON_TYPE,
    )
    return lineOf(response.statusCode, shown, response.body)
  }
}

/** Sends such requests to a server at a URL. A response has all its headers. */
export function talkAt(origin: string): Send {
  return async (line) => {
    const { method, url, headers, payload } = requestOf(line)
    const sent = { method, headers, ...(payload !== undefined && { body: payload }) }
    const response = await fetch(new URL(url, origin), sent)
    return lineOf(response.status, response.headers, await response.text())
  }
}

/**
 * Sends a request for each line `REQUEST -> RESPONSE`, in which … is anything. A response without headers may have
 * any, and a status alone any body, too.
 */
export function asks(t: Test, send: Send): (lines: string) => Promise<void> {
  return async (lines) => {
    for (const line of lines.trim().split('\n')) {
      const [request = '', wanted = ''] = line.trim().split(' -> ')
      const whole = await send(request)
      const response = /^\d+ \(/.test(wanted) ? whole : whole.replace(/ \(.*?\)(?= |$)/, '')
      const told = /^\d+$/.test(wanted) ? response.slice(0, 3) : response
      t.equal(fits(told, wanted) ? wanted : told, wanted, `${request}: ${whole.slice(0, 500)}`)
    }
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
