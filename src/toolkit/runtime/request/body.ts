import { Readable } from 'node:stream'
import type { FastifyRequest, onResponseHookHandler } from 'fastify'
import { accepts } from '../../validation/validator.js'
import { linger } from '../connections/linger.js'
import type { OperationContract } from '../contract/contract.js'
import { isStreamed } from '../contract/media.js'
import { applyConversions } from '../conversions/converted-values.js'
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
import type { SelectedRequestMedia } from './request-media.js'
import type { MultipartLimits } from './serve-options.js'

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
