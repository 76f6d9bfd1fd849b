import type { FastifyRequest } from 'fastify'
import { writeMediaType } from '../../openapi/media-name.js'
import {
  essenceOf,
  findEntry,
  hasMediaType,
  type ParsedMediaType,
  parseMediaType,
} from '../../openapi/media-type.js'
import type { Conversions } from '../../validation/conversions/conversions.js'
import type { OperationContract } from '../contract/contract.js'
import type { JsonBody, RequestMedia, TextMedia } from '../contract/media.js'
import { errors, HttpRefusal } from '../errors/http-refusal.js'
import { headerValues } from '../parameters/headers.js'

export interface SelectedRequestMedia {
  readonly media: RequestMedia
  /** What a handler gets: its name in the document, or for a range what the client has sent. */
  readonly contentType: string
  /** The media type that the client has sent. */
  readonly type: ParsedMediaType
  readonly required: boolean
  /** True if the body is read and validated while it arrives. */
  readonly isStreamed: boolean
  /** Converts a body in place; `undefined` if nothing in it has to be converted. */
  readonly conversions: Conversions | undefined
}

const BYTES = 'application/octet-stream'

/** Finds the documented media type of an operation's request body for a value of `Content-Type`, if there is one. */
export function mediaSelector({ requestBody }: OperationContract) {
  const { content = {}, required = false } = requestBody ?? {}
  /** The last value of `Content-Type`: nearly all clients send the same one. */
  let last: string | undefined
  let found: SelectedRequestMedia | undefined
  return (header: string): SelectedRequestMedia | undefined => {
    if (header === last) return found
    // Bytes, where any media type is taken (RFC 9110, section 8.3).
    const type = parseMediaType(header === '' && '*/*' in content ? BYTES : header)
    const entry = type && findEntry(content, type)
    found = type && entry && selected(entry, type, required)
    last = header
    return found
  }
}

function selected(
  [name, media]: readonly [name: string, media: RequestMedia],
  type: ParsedMediaType,
  required: boolean,
): SelectedRequestMedia {
  const contentType = essenceOf(name).includes('*') ? type.essence : name
  const conversions = conversionsOf(media)
  return { media, contentType, type, required, isStreamed: isStreamed(media), conversions }
}

/** True if a body is read and validated while it arrives. */
export function isStreamed({ kind = 'json' }: RequestMedia): boolean {
  return ['binary', 'sequential', 'multipart'].includes(kind)
}

function conversionsOf(media: RequestMedia): Conversions | undefined {
  // Forms are converted when they are read.
  const isValue = media.kind === undefined || media.kind === 'json' || media.kind === 'text'
  return isValue ? (media as JsonBody | TextMedia).conversions : undefined
}

/**
 * The refusal of a malformed `Content-Type`, since Fastify's own error does not name the accepted ones,
 * and of a repeated one, of which Node takes the first (RFC 9110, section 5.3). A QUERY has one (RFC 10008,
 * section 2).
 */
export function malformedType(
  operation: OperationContract,
  { headers: { 'content-type': type }, raw, method }: FastifyRequest,
): HttpRefusal | undefined {
  if (operation.requestBody === undefined) return undefined
  if (type === undefined) return method === 'QUERY' ? unsupportedMediaType(operation) : undefined
  const isRepeated = headerValues(raw.rawHeaders, 'content-type').length > 1
  if (isRepeated) return new HttpRefusal(errors.badRequest)
  return hasMediaType(type) ? undefined : unsupportedMediaType(operation)
}

type RequestOperation = Pick<OperationContract, 'method' | 'requestBody'>

/** 415 with the accepted media types (RFC 9110, section 15.5.16; RFC 5789, section 3.1). */
export function unsupportedMediaType(operation?: RequestOperation): HttpRefusal {
  const content = Object.entries(operation?.requestBody?.content ?? {})
  const names = content.map(([name, media]) => writeMediaType(essenceOf(name), media.parameters))
  if (names.length === 0) return unsupported({})
  const types = names.join(', ')
  const { method } = operation as RequestOperation
  const special = ['PATCH', 'POST'].includes(method) && `accept-${method.toLowerCase()}`
  const headers = { accept: types, ...(special && { [special]: types }) }
  return unsupported(headers, `use ${names.join(' or ')}.`)
}

export function unsupported(
  headers: Readonly<Record<string, string>>,
  detail?: string,
): HttpRefusal {
  return new HttpRefusal(errors.unsupportedMediaType, { headers, ...(detail && { detail }) })
}
