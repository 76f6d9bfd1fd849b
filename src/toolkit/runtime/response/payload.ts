import { Readable } from 'node:stream'
import type { JsonResponse, ResponseMedia, SentSchema, TextMedia } from '../contract/media.js'
import { ResponseError } from '../errors/response-error.js'
import { any } from '../json/serializer.js'
import {
  isChecked,
  type ResponseContext,
  report,
  ruleOf,
  texts,
  unsendable,
} from './response-context.js'
import { sequence } from './sequence.js'
import { streamOf } from './streams.js'
import { printNamed, type SentValue, withoutWriteOnly } from './unnamed-members.js'

export type Payload = string | Buffer | Readable

export const ANY: JsonResponse = { schema: '', validate: () => true, serialize: any }

export function payloadOf(context: ResponseContext, given: unknown, media: ResponseMedia): Payload {
  if (media.kind === 'sequential') return sequence(context, given, media)
  if (media.kind === 'binary') {
    if (isBytes(given)) return bytes(given)
    report(context, ruleOf(context, 'body is no bytes'))
    return printed(context, { value: given, place: 'body', isValid: false }, ANY)
  }
  const body = texts(context, given, media, 'body')
  if (media.kind === 'text') {
    if (!isText(body, media)) {
      report(context, ruleOf(context, 'body is no text'))
      return printed(context, { value: body, place: 'body', isValid: false }, ANY)
    }
    isChecked(context, 'body', media, body)
    return text(context, String(body))
  }
  const value = withoutWriteOnly(context, body, media, 'body')
  const isValid = isChecked(context, 'body', media, value)
  return printed(context, { value, place: 'body', isValid }, media)
}

/** True for a string, and for a scalar where the schema allows others: what is read as a value is written as one. */
function isText(body: unknown, { scalars }: TextMedia): boolean {
  const isObject = typeof body === 'object' && body !== null
  return typeof body === 'string' || (scalars !== undefined && !isObject)
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

export function isBytes(body: unknown): body is Readable | Uint8Array | AsyncIterable<Uint8Array> {
  return body instanceof Uint8Array || Symbol.asyncIterator in Object(body)
}

function bytes(body: Readable | Uint8Array | AsyncIterable<Uint8Array>): Payload {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.length)
  // What is no bytes in a stream of objects would end the process.
  const isOfBytes = body instanceof Readable && !body.readableObjectMode
  return isOfBytes ? body : streamOf(body, (chunk) => chunk)
}
