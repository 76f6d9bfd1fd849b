import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { errors } from 'fastify-contract'
import type { Test } from 'tap'
import { fits } from './fits.js'
import type { Send } from './golden.js'
import { refused } from './refused.js'

/** Headers that every response has. */
const USUAL = /^(date|connection|content-length|keep-alive|transfer-encoding)$/
const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * `METHOD URL`, then headers in parentheses, if any, and the body, if there is one: `''` is an empty one, and in it ¶ a
 * new line, and ␞ the sign RS.
 */
const REQUEST = /^(\S+) (\S+)(?: \(([^)]*)\))?(?: (.*))?$/s

/** `name: value` between semicolons; a header that stands there twice has two values. */
function headersIn(text: string): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const header of text.split(/; (?=[\w-]+: )/).filter(Boolean)) {
    const [, name = '', value = ''] = /^(.*?): (.*)$/.exec(header) ?? []
    const before = headers[name]
    headers[name] = before === undefined ? value : [before, value].flat()
  }
  return headers
}

/** The request of a line. A body is JSON, unless the headers have another type, or `-` for none. */
function requestOf(line: string) {
  const [, method = '', url = '', given = '', body] = REQUEST.exec(line) ?? []
  const payload = body === "''" ? '' : body?.replaceAll('¶', '\n').replaceAll('␞', '\x1e')
  const headers = headersIn(given)
  if (headers['content-type'] === '-') delete headers['content-type']
  else if (payload !== undefined && !/content-type: /i.test(given))
    headers['content-type'] = 'application/json'
  return { method, url, headers, ...(payload !== undefined && { payload }) }
}

/** The text of the request of a line on a connection. A body has its length, unless the headers have another one. */
export function messageOf(line: string): string {
  const { method, url, headers, payload } = requestOf(line)
  if (payload !== undefined && !('transfer-encoding' in headers))
    headers['content-length'] ??= String(Buffer.byteLength(payload))
  const fields = Object.entries({ host: 'a', ...headers }).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  )
  return `${method} ${url} HTTP/1.1\r\n${fields.join('')}\r\n${payload ?? ''}`
}

export function send(app: FastifyInstance, line: string): Promise<LightMyRequestResponse> {
  const request = requestOf(line)
  return app.inject({ ...request, method: request.method as 'GET' })
}

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
    const response = await send(app, line)
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
    const list = Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    )
    const sent = { method, headers: list, ...(payload !== undefined && { body: payload }) }
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

/**
 * Holds an app to lines, each with requests between ` || `, and what is answered: a status, some headers, with `-` for
 * none, and the body; or the code of a refusal, headers, and a part of its message, which is all of it if it is always
 * the same. `got` gets the rest behind ` of `, and null for a refusal; all requests begin with `to`.
 *
 *     GET /pets/1 -> 200 (etag: "1") {"id":1}
 *     PUT /pets/1 {} || PUT /pets/x -> 40002 is required
 */
export const checkTalk = (
  t: Test,
  app: FastifyInstance,
  got: (of: string | undefined | null, title: string) => void = () => {},
  to = '',
) => ({
  async lines(text: string): Promise<void> {
    for (const line of text.trim().split('\n')) {
      const [requests = '', outcome = ''] = line.trim().split(' -> ')
      for (const request of requests.split(' || ')) {
        const response = await send(app, to + request)
        const title = `${request.slice(0, 200)} ${response.body.slice(0, 200)}`
        got(checkOutcome(t, response, outcome, title), title)
      }
    }
  },
})

/** Holds a response to an outcome, and returns what is behind ` of `. */
function checkOutcome(
  t: Test,
  response: LightMyRequestResponse,
  outcome: string,
  title: string,
): string | undefined | null {
  const [, code = '', headers = '', text = ''] = OUTCOME.exec(outcome) ?? []
  for (const [name, value] of Object.entries(headersIn(headers)))
    t.same(response.headers[name], value === '-' ? undefined : value, `${title} ${name}`)
  if (code.length === 5) {
    const message = text.trim()
    refused(t, response, { error: Number(code), ...(message && { message }) }, title)
    const whole = WHOLE[code]
    if (message === '' && whole !== undefined) t.equal(response.json().message, whole, title)
    return null
  }
  const [body = '', of] = text.split(' of ')
  t.equal(response.statusCode, Number(code), title)
  const answer = response.body.replaceAll('\n', '\\n')
  if (body !== '') t.equal(answer, body === " ''" ? '' : body.slice(1), title)
  return of
}

const OUTCOME = /^(\d{3}|\d{5})(?: \(([^)]*)\))?(?=$| )(.*)$/

/** Messages of refusals that are always the same; one for a media type may have advice. */
const WHOLE = Object.fromEntries(
  Object.values(errors)
    .filter((row) => row.message.endsWith('.') && row !== errors.unsupportedMediaType)
    .map(({ error, message }) => [String(error), message]),
)
