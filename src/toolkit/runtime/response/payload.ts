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
import { ResponseError } from './response-error.js'
import { type BrokenRule, refusalOf, report, ruleOf, type Sending } from './sending.js'
import { printNamed, withoutUnnamed } from './unnamed-members.js'
import { withoutWriteOnly } from './write-only.js'

const forms = lazyModule(() => import('./form.js'))
const multipart = lazyModule(() => import('./multipart.js'))
const sequences = lazyModule(() => import('./sequence.js'))

/** The parts of the runtime that write bodies of a kind. */
const MODULES = { form: [forms], multipart: [multipart], sequential: [sequences] }

/** Loads what writing the bodies of an operation takes. */
export async function loadResponseModules({ responses }: OperationContract): Promise<void> {
  await loadForKinds(
    MODULES,
    Object.values(responses).flatMap((content) => Object.values(content)),
  )
}

/** What Fastify sends. */
export type Payload = string | Buffer | Readable

/** Any value, printed as it is. */
export const ANY: JsonResponse = { schema: '', validate: () => true, serialize: any }

/** What is there before it is sent. */
type WholeMedia = Exclude<ResponseMedia, { kind: 'sequential' }>

/** A body as what is sent of it. */
export function payloadOf(
  sending: Sending,
  status: number,
  body: unknown,
  { media, boundary = '' }: ChosenMedia,
): Payload {
  if (media.kind === 'sequential')
    return loadedModule(sequences).sequence(sending, status, body, media)
  return wholePayload(sending, status, kept(sending, status, body, media), media, boundary)
}

function wholePayload(
  sending: Sending,
  status: number,
  body: unknown,
  media: WholeMedia,
  boundary: string,
): Payload {
  const isValid = check(sending, status, body, media)
  const sent = { value: body, place: 'body', isValid }
  if (media.kind === 'text' && typeof body === 'string') return text(sending, status, body)
  if (media.kind === 'binary' && isBytes(body)) return bytes(body)
  if (media.kind === 'text' || media.kind === 'binary') return printed(sending, status, sent, ANY)
  if (media.kind === 'form') {
    return form(sending, status, withoutUnnamed(sending, status, sent, media), media)
  }
  if (media.kind === 'multipart' && isObject(body)) {
    const named = withoutUnnamed(sending, status, sent, media, (value) => seenOf(value, media))
    const stream = new IterableStream(
      loadedModule(multipart).multipartOf(named as object, boundary),
      (chunk) => chunk,
    )
    // Those that nobody has come to read.
    return stream.once('close', () => discard(named))
  }
  return printed(sending, status, sent, media)
}

/** What may leave of a body: no write-only members. */
function kept(sending: Sending, status: number, body: unknown, media: WholeMedia): unknown {
  if (media.kind === 'text' || media.kind === 'binary') return body
  return withoutWriteOnly(sending, status, body, media, 'body', seenOf(body, media))
}

/** What a schema sees of a body. */
function seenOf(body: unknown, media: WholeMedia): unknown {
  return media.kind === 'multipart' ? loadedModule(multipart).withoutFiles(body, media) : body
}

/** Whether a body has been held against its schema, and keeps it. */
function check(sending: Sending, status: number, body: unknown, media: WholeMedia): boolean {
  if (sending.checks === 'off') return false
  const rule = brokenRule(sending, status, body, media)
  if (rule !== undefined) report(sending, rule)
  return rule === undefined
}

function brokenRule(
  sending: Sending,
  status: number,
  body: unknown,
  media: WholeMedia,
): BrokenRule | undefined {
  if (media.kind === 'binary') return isBytes(body) ? undefined : ruleOf(status, 'body is no bytes')
  if (media.kind === 'text' && typeof body !== 'string') return ruleOf(status, 'body is no text')
  const { schema, validate } = media
  const seen = seenOf(body, media)
  if (schema === undefined || validate === undefined || accepts(validate, seen)) return undefined
  return refusalOf(sending, status, 'body', schema, seen)
}

function form(
  { operation }: Sending,
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

function text({ operation }: Sending, status: number, body: string): string {
  if (body.isWellFormed()) return body
  throw new ResponseError(operation, ruleOf(status, 'body has a lone surrogate'))
}

function printed(
  sending: Sending,
  status: number,
  sent: Parameters<typeof printNamed>[2],
  media: SentSchema,
): string {
  try {
    return printNamed(sending, status, sent, media)
  } catch (cause) {
    if (cause instanceof ResponseError) throw cause
    const rule = ruleOf(status, 'body is no JSON value')
    throw new ResponseError(sending.operation, rule, { cause })
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
