import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from 'fastify-contract'
import t from 'tap'
import { stateOf } from '#toolkit/runtime/exchange/request-state.js'
import { addBodyParser } from '#toolkit/runtime/request/body-parser.js'

type Parser = (
  request: FastifyRequest,
  payload: PassThrough,
  done: (error: Error | null, body?: unknown) => void,
) => void

/** The parsers that are added to an app, by media type. */
function parsers(): Map<unknown, Parser> {
  const added = new Map<unknown, Parser>([['removed', () => undefined]])
  addBodyParser({
    removeAllContentTypeParsers: () => added.clear(),
    addContentTypeParser: (type: unknown, parser: Parser) => void added.set(type, parser),
  } as unknown as FastifyInstance)
  return added
}

t.test('one parser reads all media types, and marks bodies that it refuses', async (t) => {
  const [[types, parse], ...others] = parsers() as unknown as [[RegExp, Parser]]
  t.same(others, [])
  for (const type of ['', 'a/b', 'text/plain; charset=utf-8']) t.match(type, types)
  const request = (length: string) => {
    const headers = { 'content-type': 'a/b', 'content-length': length }
    const routeOptions = { config: {}, bodyLimit: 10 }
    return { headers, routeOptions } as unknown as FastifyRequest
  }
  const [empty, refused] = [request('0'), request('5')]
  const parsed = (request: FastifyRequest) =>
    new Promise((resolve) => parse(request, new PassThrough(), (...outcome) => resolve(outcome)))
  t.same(await parsed(empty), [null, undefined])
  t.match(stateOf(empty), { isBodyRefused: false, media: undefined })
  t.match(await parsed(refused), [{ body: errors.unsupportedMediaType }])
  t.match(stateOf(refused), { isBodyRefused: true })
})
