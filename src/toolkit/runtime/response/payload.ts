import { Readable } from 'node:stream'
import { accepts } from '../../validation/validator.js'
import type {
  FormResponse,
  JsonResponse,
  ResponseMedia,
  SentSchema,
  TextMedia,
} from '../contract/media.js'
import { ResponseError } from '../errors/response-error.js'
import { any } from '../json/serializer.js'
import { multipartOf, printForm, withoutFiles } from './forms.js'
import type { ChosenMedia } from './negotiation.js'
import { printNamed, type SentValue, withoutUnnamed, withoutWriteOnly } from './omitted-members.js'
import {
  brokenSchema,
  type ResponseContext,
  report,
  ruleOf,
  texts,
  unsendable,
} from './response-context.js'
import { sequence } from './sequence.js'
import { discard, IterableStream } from './streams.js'

export type Payload = string | Buffer | Readable

/** Any value, printed as JSON. */
export const ANY: JsonResponse = { schema: '', validate: () => true, serialize: any }

/** A body that is validated as a whole. */
type WholeMedia = Exclude<ResponseMedia, { kind: 'sequential' }>

export function payloadOf(
  context: ResponseContext,
  given: unknown,
  { media, boundary = '' }: ChosenMedia,
): Payload {
  if (media.kind === 'sequential') return sequence(context, given, media)
  const body = media.kind === 'binary' ? given : texts(context, given, media, 'body')
  if (media.kind === 'text' || media.kind === 'binary') {
    const isValid = check(context, body, media)
    if (media.kind === 'text' && isText(body, media)) return text(context, String(body))
    if (media.kind === 'binary' && isBytes(body)) return bytes(body)
    return printed(context, { value: body, place: 'body', isValid }, ANY)
  }
  const value = withoutWriteOnly(context, body, media, 'body', seenOf(body, media))
  const sent = { value, place: 'body', isValid: check(context, value, media) }
  if (media.kind === 'form') return form(context, withoutUnnamed(context, sent, media), media)
  if (media.kind !== 'multipart' || !isObject(value)) return printed(context, sent, media)
  const named = withoutUnnamed(context, sent, media, (value) => seenOf(value, media)) as object
  const chunks = multipartOf(named, boundary, media)
  // Closes files that have not been read.
  return new IterableStream(chunks, (chunk) => chunk).once('close', () => discard(named))
}

function seenOf(body: unknown, media: WholeMedia): unknown {
  return media.kind === 'multipart' ? withoutFiles(body, media) : body
}

/** True if a body has been validated and is valid. */
function check(context: ResponseContext, body: unknown, media: WholeMedia): boolean {
  if (context.checks === 'off') return false
  const rule = ruleAgainst(context, body, media)
  if (rule !== undefined) report(context, rule)
  return rule === undefined
}

function ruleAgainst(
  context: ResponseContext,
  body: unknown,
  media: WholeMedia,
): string | undefined {
  if (media.kind === 'binary')
    return isBytes(body) ? undefined : ruleOf(context, 'body is no bytes')
  if (media.kind === 'text' && !isText(body, media)) return ruleOf(context, 'body is no text')
  const { schema, validate } = media
  const seen = seenOf(body, media)
  if (schema === undefined || validate === undefined || accepts(validate, seen)) return undefined
  return brokenSchema(context, 'body', schema, seen)
}

function form(context: ResponseContext, body: unknown, { fields }: FormResponse): string {
  try {
    return printForm(body, fields)
  } catch (cause) {
    throw unsendable(context, 'body cannot be written', cause)
  }
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null
}

/** True for a string, and for a scalar where the schema allows others: what is read as a value is written as one. */
function isText(body: unknown, { scalars }: TextMedia): boolean {
  return typeof body === 'string' || (scalars !== undefined && !isObject(body))
}

function text(context: ResponseContext, body: string): string {
  if (body.isWellFormed()) return body
  throw unsendable(context, 'body has a lone surrogate')
}

function printed(context: ResponseContext, sent: SentValue, media: SentSchema): string {
  try {
    return printNamed(context, sent, media)
  } catch (cause) {
    if (cause instanceof ResponseError) throw cause
    throw unsendable(context, 'body is no JSON value', cause)
  }
}

/** True if a body is bytes, at once or as a stream. */
export function isBytes(body: unknown): body is Readable | Uint8Array | AsyncIterable<Uint8Array> {
  return isObject(body) && (body instanceof Uint8Array || Symbol.asyncIterator in body)
}

function bytes(body: Readable | Uint8Array | AsyncIterable<Uint8Array>): Payload {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.length)
  return body instanceof Readable ? body : new IterableStream(body, (chunk) => chunk)
}
