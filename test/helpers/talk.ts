import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { errors } from 'fastify-contract'
import type { Test } from 'tap'
import type { Send } from './golden.js'
import { refused } from './refused.js'

/** Headers that every response has. */
const USUAL = /^(date|connection|content-length|keep-alive|transfer-encoding)$/
const JSON_TYPE = 'application/json; charset=utf-8'

/** `METHOD URL`, then headers in parentheses, if any, and the body, if there is one. */
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

/**
 * Sends a request of one line to an app: `POST /pets (prefer: code=201) {"name":"fern"}`. A body is JSON, unless the
 * headers have another type.
 */
export function send(app: FastifyInstance, request: string): Promise<LightMyRequestResponse> {
  const [, method, url, given = '', payload] = REQUEST.exec(request) ?? []
  const headers = headersIn(given)
  if (payload !== undefined) headers['content-type'] ??= 'application/json'
  const sent = { method: method as 'GET', url: url as string, headers: headers as never }
  return app.inject(payload === undefined ? sent : { ...sent, payload })
}

/** Sends requests of one line. A response is its status, the headers that not every one has, and the body. */
export function talkTo(app: FastifyInstance): Send {
  return async (request) => {
    const response = await send(app, request)
    const shown = Object.entries(response.headers).flatMap(([name, value]) =>
      USUAL.test(name) || value === JSON_TYPE ? [] : `${name}: ${value}`,
    )
    const more = shown.length > 0 ? ` (${shown.join('; ')})` : ''
    return `${response.statusCode}${more} ${response.body.replaceAll('\n', '\\n')}`.trimEnd()
  }
}

/**
 * Holds an app to lines, each with requests between ` || `, and what is answered: a status, some headers, with `-` for
 * none, and the body; or the code of a refusal, headers, and a part of its message. `got` gets the rest behind ` of `, and null
 * for a refusal; all requests begin with `to`.
 *
 *     GET /pets/1 -> 200 (etag: "1") {"id":1}
 *     PUT /pets/1 {} || PUT /pets/x -> 40002 is required
 */
export async function checkTalk(
  t: Test,
  app: FastifyInstance,
  lines: string,
  got: (of: string | undefined | null, title: string) => void = () => {},
  to = '',
): Promise<void> {
  for (const line of lines.trim().split('\n')) {
    const [requests = '', outcome = ''] = line.trim().split(' -> ')
    const [, code = '', headers = '', text = ''] = OUTCOME.exec(outcome) ?? []
    for (const request of requests.split(' || ')) {
      const response = await send(app, to + request)
      const title = `${request.slice(0, 200)} ${response.body.slice(0, 200)}`
      for (const [name, value] of Object.entries(headersIn(headers)))
        t.same(response.headers[name], value === '-' ? undefined : value, `${title} ${name}`)
      if (code.length === 5) {
        const message = text.trim()
        refused(t, response, { error: Number(code), ...(message && { message }) }, title)
        const whole = WHOLE[code]
        if (message === '' && whole !== undefined) t.equal(response.json().message, whole, title)
        got(null, title)
        continue
      }
      const [body = '', of] = text.split(' of ')
      t.equal(response.statusCode, Number(code), title)
      const answer = response.body.replaceAll('\n', '\\n')
      if (body !== '') t.equal(answer, body === " ''" ? '' : body.slice(1), title)
      got(of, title)
    }
  }
}

const OUTCOME = /^(\d{3}|\d{5})(?: \(([^)]*)\))?(?=$| )(.*)$/

/** Messages of refusals that are always the same; one for a media type may have advice. */
const WHOLE = Object.fromEntries(
  Object.values(errors)
    .filter((row) => row.message.endsWith('.') && row !== errors.unsupportedMediaType)
    .map(({ error, message }) => [String(error), message]),
)
