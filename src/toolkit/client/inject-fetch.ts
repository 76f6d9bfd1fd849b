import { Buffer } from 'node:buffer'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { WITHOUT_BODY } from '../openapi/status.js'

/**
 * `fetch` on an app in the same process, by `app.inject`: for tests, without a port. Redirects are
 * not followed, and a response is there when it is complete.
 *
 * ```ts
 * const client = createClient<paths>({ baseUrl: 'http://localhost', fetch: injectFetch(app) })
 * ```
 */
export function injectFetch(app: Pick<FastifyInstance, 'inject'>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    const { pathname, search, host } = new URL(request.url)
    const sent = await app.inject({
      method: request.method as NonNullable<InjectOptions['method']>,
      url: `${pathname}${search}`,
      headers: { host, ...Object.fromEntries(request.headers) },
      signal: request.signal,
      ...(request.body && { payload: Buffer.from(await request.arrayBuffer()) }),
    })
    const headers = Object.entries(sent.headers).flatMap(([name, value = []]) =>
      [value].flat().map((each): [string, string] => [name, String(each)]),
    )
    const isEmpty = request.method === 'HEAD' || WITHOUT_BODY.has(sent.statusCode)
    const { statusCode: status, statusMessage: statusText } = sent
    return new Response(isEmpty ? null : sent.rawPayload, { status, statusText, headers })
  }
}
