import { isObject } from '../openapi/json.js'
import type { OperationContract } from '../runtime/contract/contract.js'
import type { RequestMedia } from '../runtime/contract/media.js'
import type { Conversions } from '../validation/conversions/conversions.js'
import { encoded, hasCodecs } from '../validation/conversions/encoded-values.js'
import type { ResourceRequest } from './call.js'

/** A request with the texts of its typed formats: items are told apart, kept and checked as clients see them. */
export function withTexts(operation: OperationContract, request: ResourceRequest): ResourceRequest {
  const { params, query, headers, requestBody } = operation
  const parts = { params, query, headers, body: bodyIn(requestBody?.content ?? {}, request) }
  const given = request as unknown as Readonly<Record<string, unknown>>
  const changed = Object.entries(parts).flatMap(([name, part]) => {
    const { conversions }: { readonly conversions?: Conversions } = part ?? {}
    const isTyped = conversions !== undefined && hasCodecs(conversions)
    const text = isTyped ? encoded(given[name], [conversions]) : given[name]
    return text === given[name] ? [] : [[name, text] as const]
  })
  return changed.length === 0 ? request : { ...request, ...Object.fromEntries(changed) }
}

/** The media type of the body; what is read in parts has no value yet. */
function bodyIn(
  content: Readonly<Record<string, RequestMedia>>,
  request: ResourceRequest,
): object | undefined {
  const { contentType } = request as { readonly contentType?: string }
  const [only, ...others] = Object.values(content)
  const media = others.length === 0 ? only : content[contentType ?? '']
  return media?.kind === 'sequential' ? undefined : media
}

/** A request without its bytes, which arrive while a handler reads them: no item has such a member. */
export function withoutBytes(request: ResourceRequest): ResourceRequest {
  const { body } = request
  if (isRead(body)) return { ...request, body: undefined }
  if (!isObject(body)) return request
  const members = Object.entries(body)
  const kept = members.filter(([, each]) => !isRead(each) && !isRead(Object(each).stream))
  return kept.length === members.length ? request : { ...request, body: Object.fromEntries(kept) }
}

/** Reads a body to its end, by which its size and the items of a sequence are checked. */
export async function readBody({ body }: ResourceRequest): Promise<void> {
  if (isRead(body)) for await (const _part of body);
}

/** True for a stream, and for a list of files. */
function isRead(value: unknown): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in Object(value)
}
