import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accepts } from '../../validation/validator.js'
import { bodyMemory, type HeldBody, UNCOUNTED } from '../bodies/body-memory.js'
import { decodeText, isEmpty, limited } from '../bodies/body-streams.js'
import type { JsonBody, TextMedia } from '../contract/media.js'
import { errors, HttpRefusal } from '../errors/http-refusal.js'
import { BODY_REFUSED } from '../errors/serve-errors.js'
import { parseJson } from '../json/parse.js'
import { textValue } from '../parameters/text-value.js'
import { type SelectedRequestMedia, unsupported, unsupportedMediaType } from './request-media.js'
import { type ReceivedRequest, type RequestState, STATE } from './request-state.js'

type BodyParsed = (error: Error | null, body?: unknown) => void

/** Replaces all content-type parsers of the scope: the operation decides how to read a body. */
export function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // For every type, like `*`; but for a pattern Fastify remembers the types that it has seen.
  app.addContentTypeParser(/^/, (request: ReadRequest, payload: Readable, done: BodyParsed) => {
    const read: BodyParsed = (error, body) => {
      if (error !== null) {
        request[BODY_REFUSED] = true
        // The connection continues behind the rest.
        request.raw.resume()
      }
      done(error, body)
    }
    try {
      readBody(request, payload, read)
    } catch (error) {
      read(error as Error)
    }
  })
}

type ReadRequest = FastifyRequest & { readonly [STATE]?: RequestState; [BODY_REFUSED]?: boolean }

function readBody(request: ReadRequest, payload: Readable, done: BodyParsed): void {
  const { headers } = request
  const state = request[STATE]
  const length = Number(headers['content-length'])
  const selected = state?.plan.selectMedia(headers['content-type'] ?? '')
  if (state === undefined || selected === undefined) {
    // Some clients send a media type without a body.
    isEmpty(payload, length).then((isNone) => {
      done(isNone ? null : unsupportedMediaType(state?.plan.operation))
    }, done)
    return
  }
  // A hook of the host that replaced the payload has decoded it too.
  if (payload === request.raw) refuseEncodings(headers['content-encoding'])
  const { bodyLimit: limit } = request.routeOptions
  if (length > limit) throw new HttpRefusal(errors.bodyTooLarge)
  const keep = (body: unknown) => {
    if (body !== undefined) state.media = selected
    done(null, body)
  }
  if (selected.isStreamed) openStream(selected, payload, limit, length).then(keep, done)
  else readWhole(selected, payload, limit, request as ReceivedRequest, keep, done)
}

async function openStream(
  selected: SelectedRequestMedia,
  payload: Readable,
  limit: number,
  length: number,
): Promise<Readable | undefined> {
  const stream = limited(payload, limit)
  return !mayBeEmpty(selected) && (await isEmpty(stream, length)) ? undefined : stream
}

/** An empty body is no body, unless a body is required and may be empty. */
function mayBeEmpty({ media, required }: SelectedRequestMedia): boolean {
  return required && media.kind !== undefined && media.kind !== 'multipart'
}

/** Reads a body to its end; fails beyond `limit`, or when the memory of all bodies is used up. */
function readWhole(
  selected: SelectedRequestMedia,
  payload: Readable,
  limit: number,
  request: ReceivedRequest,
  done: (body: unknown) => void,
  fail: (error: Error) => void,
): void {
  const chunks: Buffer[] = []
  let length = 0
  let held: HeldBody | undefined
  const onData = (chunk: Buffer | string) => {
    // A stream from a host's hook may give strings.
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    length += bytes.length
    chunks.push(bytes)
    if (length > limit) return refuse(new HttpRefusal(errors.bodyTooLarge))
    if (length <= UNCOUNTED) return
    held ??= bodyMemory(request.server)?.(refuse)
    held?.grow(length)
  }
  const leave = () => payload.off('data', onData).off('end', onEnd).off('error', refuse)
  const refuse = (error: Error) => {
    leave()
    held?.release()
    fail(error)
  }
  const onEnd = () => {
    // In HTTP/2 a body that is cut off ends like a whole one.
    if (request.raw.aborted) return refuse(new Error('the client has left'))
    leave()
    held?.keep(request[STATE].response)
    let body: unknown
    try {
      body = wholeBody(selected, Buffer.concat(chunks))
    } catch (error) {
      return fail(error as Error)
    }
    done(body)
  }
  // A stream of a host's hook may be paused.
  payload.on('data', onData).on('end', onEnd).on('error', refuse).resume()
}

/** The value of a body that is read whole; `undefined` if it is empty. */
function wholeBody(selected: SelectedRequestMedia, bytes: Buffer): unknown {
  const { media, type } = selected
  if (media.kind === 'text' || media.kind === 'form') {
    if (bytes.length === 0 && !mayBeEmpty(selected)) return undefined
    const text = decodeText(bytes, type.parameters.charset)
    return media.kind === 'text' ? textBody(text, media) : text
  }
  const { conversions, prototypes } = media as JsonBody
  return bytes.length === 0 ? undefined : parseJson(bytes, conversions, !prototypes)
}

/** The first value that the text can be and the schema accepts, or else the first. */
function textBody(text: string, { scalars, validate }: TextMedia): unknown {
  if (scalars === undefined) return text
  const first = textValue(text, scalars)
  if (scalars.length === 1 || validate === undefined || accepts(validate, first)) return first
  const others = scalars.map((scalar) => textValue(text, [scalar]))
  return others.find((each) => accepts(validate, each)) ?? first
}

/** Content codings are refused, since decoded data has no limit (RFC 9110, section 15.5.16). */
function refuseEncodings(encoding: string | undefined): void {
  if (encoding === undefined || /^[ \t]*(identity[ \t]*)?$/i.test(encoding)) return
  throw unsupported({ 'accept-encoding': 'identity' })
}
