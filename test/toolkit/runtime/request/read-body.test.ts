import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from 'fastify-contract'
import t from 'tap'
import { addBodyParser } from '#toolkit/runtime/request/read-body.js'

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

t.test('one parser reads all media types', async (t) => {
  const [[types, parse], ...others] = parsers() as unknown as [[RegExp, Parser]]
  t.same(others, [])
  for (const type of ['', 'a/b', 'text/plain; charset=utf-8']) t.match(type, types)
  const parsed = (length: string) => {
    const headers = { 'content-type': 'a/b', 'content-length': length }
    const raw = new PassThrough()
    const request = { headers, raw } as unknown as FastifyRequest
    return new Promise((resolve) => {
      parse(request, raw, (error, body) => resolve([error, body]))
    })
  }
  t.same(await parsed('0'), [null, undefined])
  t.match(await parsed('5'), [{ body: errors.unsupportedMediaType }, undefined])
})
