import { Readable } from 'node:stream'
import type { FastifyRequest, onResponseHookHandler } from 'fastify'
import { accepts } from '../../validation/validator.js'
import type { OperationContract } from '../contract/contract.js'
import { isStreamed } from '../contract/media.js'
import { rounded } from '../conversions/inexact-integers.js'
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

const NONE: readonly ViolationSource[] = []

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
  if (media === undefined) return requestBody?.required === true ? [MISSING] : NONE
  if (isStreamed(media)) return NONE
  if (media.kind === 'form') {
    const { readFields } = loadedModule(fields)
    const { values, sources } = readFields(request.body as string, media, explain)
    request.body = values
    return sources
  }
  const { schema, validate } = media
  if (schema === undefined || validate === undefined || accepts(validate, request.body)) return NONE
  return [async () => violationsAt('body', await explain(schema, request.body))]
}

/** The body that a handler gets; a promise for one that is read in parts. */
export function bodyValue(
  { media, type, convert }: SelectedRequestMedia,
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
  return rounded(convert === undefined ? body : convert(body))
}

/**
 * Discards what has not been read when the response is finished: Node does so for bodies that nobody
 * has begun to read. The connection continues behind the body.
 */
export const closeBody: onResponseHookHandler = (request, _reply, done) => {
  const { body, raw } = request
  if (body instanceof Readable) body.destroy()
  if (!raw.complete) raw.resume()
  done()
}
