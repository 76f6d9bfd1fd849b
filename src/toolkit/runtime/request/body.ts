import { Readable } from 'node:stream'
import type { FastifyRequest, onResponseHookHandler } from 'fastify'
import { accepts } from '../../validation/accepts.js'
import { linger } from '../connections/linger.js'
import type { OperationContract } from '../contract/contract.js'
import { isStreamed } from '../contract/request-media.js'
import { applyConversions } from '../conversions/conversions.js'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'
import { violated } from '../errors/translate.js'
import { type Violation, type ViolationSource, violationsAt } from '../errors/violations.js'
import { stateOf } from '../exchange/request-state.js'
import type { Explain } from '../loading/explainer.js'
import { lazyModule, loadedModule, loadForKinds } from '../loading/modules.js'
import type { MultipartLimits } from '../multipart/limits.js'
import type { SelectedMedia } from './media-type.js'

const fields = lazyModule(() => import('../parameters/form-fields.js'))
const multipart = lazyModule(() => import('../multipart/body.js'))
const items = lazyModule(() => import('../bodies/items.js'))

/** The parts of the runtime that read bodies of a kind. */
const MODULES = { form: [fields], multipart: [multipart], sequential: [items] }

/** Loads what reading the bodies of an operation takes. */
export async function loadBodyModules({ requestBody }: OperationContract): Promise<void> {
  const media = Object.values(requestBody?.content ?? {})
  await loadForKinds(MODULES, media)
}

/** The members of a handler's request that are about its body. */
export interface BodyMembers {
  readonly body: unknown
  /** Where the operation takes several media types: the one that the client has sent. */
  readonly contentType?: string
}

/** Fastify itself lets a request pass without the body that an operation requires. */
const MISSING: Violation = {
  place: 'body',
  pointer: '',
  keyword: 'required',
  message: 'is required',
}

/** The answer to a request that breaks the contract, in one place or in several. */
export function brokenBy(violations: readonly Violation[]): ContractError {
  const isMissing = violations.length === 1 && violations[0] === MISSING
  return isMissing ? new ContractError(errors.missingBody, { violations }) : violated(violations)
}

/** What is wrong with a body that has been read whole; others are checked while they are read. */
export function bodyFindings(
  { requestBody }: OperationContract,
  request: FastifyRequest,
  explain: Explain,
): readonly ViolationSource[] {
  const media = stateOf(request).media?.media
  if (media === undefined) return requestBody?.required === true ? [MISSING] : []
  if (isStreamed(media)) return []
  if (media.kind === 'form') {
    const { readFields } = loadedModule(fields)
    const { values, findings } = readFields(request.body as string, media, explain)
    request.body = values
    return findings
  }
  const { schema, validate } = media
  if (schema === undefined || validate === undefined || accepts(validate, request.body)) return []
  return [async () => violationsAt('body', await explain(schema, request.body))]
}

/** What a handler gets of a body that its operation documents. */
export async function openBody(
  { requestBody }: OperationContract,
  request: FastifyRequest,
  explain: Explain,
  limits: MultipartLimits,
): Promise<BodyMembers | undefined> {
  if (requestBody === undefined) return undefined
  const choice = stateOf(request).media
  if (choice === undefined) return { body: undefined }
  const names = Object.keys(requestBody.content)
  const isOpen = names.length > 1 || names.some((name) => name.includes('*'))
  return {
    ...(isOpen && { contentType: choice.type.essence }),
    body: await bodyValue(choice, request.body, explain, limits),
  }
}

function bodyValue(
  { media, type }: SelectedMedia,
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
  // The int64s of forms are found while they are read.
  const isJson = media.kind === undefined || media.kind === 'json'
  const conversions = isJson ? media.conversions : undefined
  return conversions === undefined ? body : applyConversions(body, conversions)
}

/**
 * What has not been read when the answer is there will not be read. The connection goes on when it has
 * all arrived; a client that goes on beyond the limit loses it.
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
