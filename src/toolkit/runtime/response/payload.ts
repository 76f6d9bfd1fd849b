import { Readable } from 'node:stream'
import { accepts } from '../../validation/accepts.js'
import type { OperationContract } from '../contract/contract.js'
import type {
  FormResponse,
  JsonResponse,
  ResponseMedia,
  SentSchema,
} from '../contract/response-media.js'
import { any } from '../json/serializer.js'
import { lazyModule, loadedModule, loadForKinds } from '../loading/modules.js'
import { discard } from './discard.js'
import { IterableStream } from './iterable-stream.js'
import type { ChosenMedia } from './negotiate.js'
import {
  type BrokenRule,
  type ResponseContext,
  refusalOf,
  report,
  ruleOf,
} from './response-context.js'
import { ResponseError } from './response-error.js'
import { printNamed, withoutUnnamed } from './unnamed-members.js'
import { withoutWriteOnly } from './write-only.js'

const forms = lazyModule(() => import('./form.js'))
const multipart = lazyModule(() => import('./multipart.js'))
const sequences = lazyModule(() => import('./sequence.js'))

/** The modules that write bodies, by kind. */
const MODULES = { form: [forms], multipart: [multipart], sequential: [sequences] }

/** Loads the modules that write the bodies of an operation. */
export async function loadResponseModules({ responses }: OperationContract): Promise<void> {
  await loadForKinds(
    MODULES,
    Object.values(responses).flatMap((content) => Object.values(content)),
  )
}

/** A body for Fastify. */
export type Payload = string | Buffer | Readable

/** Any value, printed as JSON. */
export const ANY: JsonResponse = { schema: '', validate: () => true, serialize: any }

/** A body that is validated as a whole. */
type WholeMedia = Exclude<ResponseMedia, { kind: 'sequential' }>

/** The body that is sent. */
export function payloadOf(
  context: ResponseContext,
  status: number,
  body: unknown,
  { media, boundary = '' }: ChosenMedia,
): Payload {
  if (media.kind === 'sequential')
    return loadedModule(sequences).sequence(context, status, body, media)
  return wholePayload(
    context,
    status,
    withoutWriteOnlyMembers(context, status, body, media),
    media,
    boundary,
  )
}

function wholePayload(
  context: ResponseContext,
  status: number,
  body: unknown,
  media: WholeMedia,
  boundary: string,
): Payload {
  const isValid = check(context, status, body, media)
  const sent = { value: body, place: 'body', isValid }
  if (media.kind === 'text' && typeof body === 'string') return text(context, status, body)
  if (media.kind === 'binary' && isBytes(body)) return bytes(body)
  if (media.kind === 'text' || media.kind === 'binary') return printed(context, status, sent, ANY)
  if (media.kind === 'form') {
    return form(context, status, withoutUnnamed(context, status, sent, media), media)
  }
  if (media.kind === 'multipart' && isObject(body)) {
    const named = withoutUnnamed(context, status, sent, media, (value) => seenOf(value, media))
    const stream = new IterableStream(
      loadedModule(multipart).multipartOf(named as object, boundary),
      (chunk) => chunk,
    )
    // Closes files that have not been read.
    return stream.once('close', () => discard(named))
  }
  return printed(context, status, sent, media)
}

/** A body without its write-only members. */
function withoutWriteOnlyMembers(
  context: ResponseContext,
  status: number,
  body: unknown,
  media: WholeMedia,
): unknown {
  if (media.kind === 'text' || media.kind === 'binary') return body
  return withoutWriteOnly(context, status, body, media, 'body', seenOf(body, media))
}

/** The body for its schema. */
function seenOf(body: unknown, media: WholeMedia): unknown {
  return media.kind === 'multipart' ? loadedModule(multipart).withoutFiles(body, media) : body
}

/** True if a body has been validated and is valid. */
function check(
  context: ResponseContext,
  status: number,
  body: unknown,
  media: WholeMedia,
): boolean {
  if (context.checks === 'off') return false
  const rule = brokenRule(context, status, body, media)
  if (rule !== undefined) report(context, rule)
  return rule === undefined
}

function brokenRule(
  context: ResponseContext,
  status: number,
  body: unknown,
  media: WholeMedia,
): BrokenRule | undefined {
  if (media.kind === 'binary') return isBytes(body) ? undefined : ruleOf(status, 'body is no bytes')
  if (media.kind === 'text' && typeof body !== 'string') return ruleOf(status, 'body is no text')
  const { schema, validate } = media
  const seen = seenOf(body, media)
  if (schema === undefined || validate === undefined || accepts(validate, seen)) return undefined
  return refusalOf(context, status, 'body', schema, seen)
}

function form(
  { operation }: ResponseContext,
  status: number,
  body: unknown,
  { fields }: FormResponse,
): string {
  try {
    return loadedModule(forms).printForm(body, fields)
  } catch (cause) {
    throw new ResponseError(operation, ruleOf(status, 'body cannot be written'), { cause })
  }
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null
}

function text({ operation }: ResponseContext, status: number, body: string): string {
  if (body.isWellFormed()) return body
  throw new ResponseError(operation, ruleOf(status, 'body has a lone surrogate'))
}

function printed(
  context: ResponseContext,
  status: number,
  sent: Parameters<typeof printNamed>[2],
  media: SentSchema,
): string {
  try {
    return printNamed(context, status, sent, media)
  } catch (cause) {
    if (cause instanceof ResponseError) throw cause
    const rule = ruleOf(status, 'body is no JSON value')
    throw new ResponseError(context.operation, rule, { cause })
  }
}

/** Whether a body is bytes, at once or as they come. */
export function isBytes(body: unknown): body is Readable | Uint8Array | AsyncIterable<Uint8Array> {
  return isObject(body) && (body instanceof Uint8Array || Symbol.asyncIterator in body)
}

function bytes(body: Readable | Uint8Array | AsyncIterable<Uint8Array>): Payload {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.length)
  return body instanceof Readable ? body : new IterableStream(body, (chunk) => chunk)
}
