import type { FastifyRequest } from 'fastify'
import {
  findMedia,
  hasMediaType,
  type ParsedMediaType,
  parseMediaType,
} from '../../openapi/media-type.js'
import type { OperationContract } from '../contract/contract.js'
import type { RequestMedia } from '../contract/media.js'
import { ContractError, errors } from '../errors/contract-error.js'

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
