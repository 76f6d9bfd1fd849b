import { Readable } from 'node:stream'
import type { FastifyRequest, onResponseHookHandler } from 'fastify'
import {
  findMedia,
  hasMediaType,
  type ParsedMediaType,
  parseMediaType,
} from '../../openapi/media-type.js'
import { accepts } from '../../validation/validator.js'
import { linger } from '../connections/closing.js'
import type { OperationContract } from '../contract/contract.js'
import { isStreamed, type RequestMedia } from '../contract/media.js'
import { applyConversions } from '../conversions/conversions.js'
import { ContractError, errors } from '../errors/contract-error.js'
import {
  contractViolation,
  type Explain,
  type Violation,
  type ViolationSource,
  violationsAt,
} from '../errors/violations.js'
import { stateOf } from '../exchange/request-state.js'
import { lazyModule, loadedModule, loadForKinds } from '../loading/lazy.js'
import type { MultipartLimits } from './serve-options.js'

export interface SelectedRequestMedia {
  readonly media: RequestMedia
  /** The media type that the client has sent. */
  readonly type: ParsedMediaType
  readonly required: boolean
}

/** The documented media type of a request, if there is one. */
export function selectRequestMedia(request: FastifyRequest): SelectedRequestMedia | undefined {
  const { operation } = request.routeOptions.config
  const type = parseMediaType(request.headers['content-type'] ?? '')
  const { content = {}, required = false } = operation?.requestBody ?? {}
  const media = type && findMedia(content, type)
  return type && media && { media, type, required }
}

/**
 * Refuses a malformed `Content-Type`, since Fastify's own error does not name the accepted ones,
 * and a repeated one, of which Node takes the first (RFC 9110, section 5.3).
 */
export function refuseMalformedType(operation: OperationContract, request: FastifyRequest): void {
  const { 'content-type': type } = request.headers
  if (type === undefined || operation.requestBody === undefined) return
  const names = request.raw.rawHeaders.filter((_, at) => at % 2 === 0)
  const types = names.filter((name) => name.toLowerCase() === 'content-type')
  if (types.length > 1) throw new ContractError(errors.badRequest)
  if (!hasMediaType(type)) throw unsupportedMediaType(operation)
}

type RequestOperation = Pick<OperationContract, 'method' | 'requestBody'>

/** 415 with the accepted media types (RFC 9110, section 15.5.16; RFC 5789, section 3.1). */
export function unsupportedMediaType(operation?: RequestOperation): ContractError {
  const types = Object.keys(operation?.requestBody?.content ?? {}).join(', ')
  if (types === '') return unsupported({})
  const { method } = operation as RequestOperation
  const special = ['PATCH', 'POST'].includes(method) && `accept-${method.toLowerCase()}`
  return unsupported({ accept: types, ...(special && { [special]: types }) })
}

export function unsupported(headers: Readonly<Record<string, string>>): ContractError {
  return new ContractError(errors.unsupportedMediaType, { headers })
}

const fields = lazyModule(() => import('../parameters/form-fields.js'))
const multipart = lazyModule(() => import('../multipart/read-multipart.js'))
const items = lazyModule(() => import('../bodies/items.js'))

export async function loadBodyModules({ requestBody }: OperationContract): Promise<void> {
  const media = Object.values(requestBody?.content ?? {})
  await loadForKinds({ form: fields, multipart, sequential: items }, media)
}

/** Fastify lets a request without its required body pass. */
const MISSING = { place: 'body', pointer: '', keyword: 'required', message: 'is required' }

/** The error for a request that breaks the contract. */
export function requestError(violations: readonly Violation[]): ContractError {
  const isMissing = violations.length === 1 && violations[0] === MISSING
  if (!isMissing) return contractViolation(violations)
  return new ContractError(errors.missingBody, { violations })
}

/** Violations of a body that was read whole; others are validated while they are read. */
export function bodyViolations(
  { requestBody }: OperationContract,
  request: FastifyRequest,
  explain: Explain,
): readonly ViolationSource[] {
  const media = stateOf(request).media?.media
  if (media === undefined) return requestBody?.required === true ? [MISSING] : []
  if (isStreamed(media)) return []
  if (media.kind === 'form') {
    const { readFields } = loadedModule(fields)
    const { values, sources } = readFields(request.body as string, media, explain)
    request.body = values
    return sources
  }
  const { schema, validate } = media
  if (schema === undefined || validate === undefined || accepts(validate, request.body)) return []
  return [async () => violationsAt('body', await explain(schema, request.body))]
}

export async function bodyMembers(
  { requestBody }: OperationContract,
  request: FastifyRequest,
  explain: Explain,
  limits: MultipartLimits,
): Promise<{ body: unknown; contentType?: string } | undefined> {
  if (requestBody === undefined) return undefined
  const selected = stateOf(request).media
  if (selected === undefined) return { body: undefined }
  const names = Object.keys(requestBody.content)
  // The handler learns which one the client has sent.
  const isOpen = names.length > 1 || names.some((name) => name.includes('*'))
  return {
    ...(isOpen && { contentType: selected.type.essence }),
    body: await bodyValue(selected, request.body, explain, limits),
  }
}

function bodyValue(
  { media, type }: SelectedRequestMedia,
  body: unknown,
  explain: Explain,
  limits: MultipartLimits,
): unknown {
  if (media.kind === 'sequential') {
    return loadedModule(items).itemsOf(body as Readable, media, explain)
  }
  if (media.kind === 'multipart') {
    const { multipartBody } = loadedModule(multipart)
    return multipartBody(body as Readable, type, media, limits, explain)
  }
  // The int64s of forms are converted when they are read.
  const isJson = media.kind === undefined || media.kind === 'json'
  const conversions = isJson ? media.conversions : undefined
  return conversions === undefined ? body : applyConversions(body, conversions)
}

/**
 * Discards what has not been read when the response is finished. The connection continues behind
 * the body; a client that sends more than the limit loses it.
 */
export const closeBody: onResponseHookHandler = ({ body, raw, routeOptions }, _reply, done) => {
  if (body instanceof Readable) {
    body.destroy()
    let left = routeOptions.bodyLimit
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) linger(raw.socket)
    })
  }
  done()
}
