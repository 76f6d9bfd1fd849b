import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accepts } from '../../validation/validator.js'
import { bodyMemory } from '../bodies/body-memory.js'
import { decodeText, isEmpty, limited, readBytes } from '../bodies/read-bytes.js'
import { isStreamed, type JsonBody, type TextMedia } from '../contract/media.js'
import { ContractError, errors } from '../errors/contract-error.js'
import { stateOf } from '../exchange/request-state.js'
import { parseJson } from '../json/parse.js'
import { textValue } from '../parameters/text-value.js'
import type { OperationPlan } from './operation-plan.js'
import { type SelectedRequestMedia, unsupported, unsupportedMediaType } from './request-media.js'

type BodyParsed = (error: Error | null, body?: unknown) => void

/** Replaces all content-type parsers of the scope: the operation decides how to read a body. */
export function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // For every type, like `*`; but for a pattern Fastify remembers the types that it has seen.
  app.addContentTypeParser(/^/, (request: FastifyRequest, payload: Readable, done: BodyParsed) => {
    const fail = (error: unknown) => {
      stateOf(request).isBodyRefused = true
      done(error as Error)
    }
    try {
      parseBody(request, payload, (body) => done(null, body), fail)
    } catch (error) {
      fail(error)
    }
  })
}

type Succeed = (body: unknown) => void
type Fail = (error: unknown) => void

function parseBody(request: FastifyRequest, payload: Readable, done: Succeed, fail: Fail): void {
  const state = stateOf(request)
  const { headers } = request
  const length = Number(headers['content-length'])
  const { plan } = state
  const selected = plan?.mediaTypes.select(headers['content-type'] ?? '')
  if (plan === undefined || selected === undefined) {
    // Some clients send a media type without a body.
    isEmpty(payload, length).then((isNone) => {
      if (isNone) done(undefined)
      else fail(unsupportedMediaType(plan?.operation))
    }, fail)
    return
  }
  // A hook of the host that replaced the payload has decoded it too.
  if (payload === request.raw) refuseEncodings(headers['content-encoding'])
  const limit = bodyLimitOf(plan, request)
  if (length > limit) throw new ContractError(errors.bodyTooLarge)
  const keep = (body: unknown) => {
    if (body !== undefined) state.media = selected
    done(body)
  }
  if (isStreamed(selected.media)) readStream(selected, payload, limit, length).then(keep, fail)
  else readWhole(selected, payload, limit, request, keep, fail)
}

/** The limit of the route; Fastify makes the object that has it for each reader. */
function bodyLimitOf(plan: OperationPlan, request: FastifyRequest): number {
  plan.bodyLimit ??= request.routeOptions.bodyLimit
  return plan.bodyLimit
}

async function readStream(
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

function readWhole(
  selected: SelectedRequestMedia,
  payload: Readable,
  limit: number,
  request: FastifyRequest,
  done: Succeed,
  fail: Fail,
): void {
  readBytes(payload, limit, bodyMemory(request.server), (error, bytes, held) => {
    if (error !== undefined) return fail(error)
    held?.keep(request)
    let body: unknown
    try {
      body = wholeBody(selected, bytes)
    } catch (refused) {
      return fail(refused)
    }
    done(body)
  })
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
