import { statusKeys } from '../openapi/status.js'
import type { OperationContract } from '../runtime/contract/contract.js'
import type { OperationResult } from '../runtime/contract/handler.js'
import type { HeaderGroup, ResponseContent } from '../runtime/contract/media.js'
import { writeHeader } from '../runtime/response/headers.js'
import { NOTHING } from '../samples/index.js'
import { bodyOf, type Sources, typeIn } from './mock-body.js'

/** A response, or the reason why there is none. */
type MockResponse = { readonly result: OperationResult } | { readonly lacks: string }

/**
 * A response with a status that an operation documents. Its body is an example, if the document has
 * one that satisfies the schema.
 *
 * @param key - The status in the document: `200`, `4XX`, `default`.
 * @param name - The requested example; by default any.
 */
export function mockResponse(
  operation: OperationContract,
  { key, status, mediaType }: { key: string; status: number; mediaType: string | undefined },
  name: string | undefined,
  sources: Sources,
): MockResponse {
  const headers = headersOf(operation, key, sources)
  if (headers === NOTHING) return { lacks: `no headers of status ${status} were found` }
  const media = mediaType === undefined ? undefined : operation.responses[key]?.[mediaType]
  if (mediaType === undefined || media === undefined) return { result: { status, headers } }
  const examples = sources.examples(operation, key, mediaType)
  if (name !== undefined && !examples.has(name)) {
    return { lacks: `no example of status ${status} is called ${JSON.stringify(name)}` }
  }
  const chosen = name === undefined ? [...examples.values()] : [examples.get(name)]
  const body = bodyOf(media, chosen, sources)
  if (body === NOTHING) return { lacks: `no body of status ${status} was found` }
  const contentType = typeIn(mediaType, media, operation.responses[key] as ResponseContent)
  return { result: { status, headers, contentType, body } }
}

function headersOf(
  { responseHeaders = {} }: OperationContract,
  key: string,
  { draw }: Sources,
): Record<string, unknown> | typeof NOTHING {
  const group = responseHeaders[key]
  if (group === undefined) return {}
  const drawn = draw(group.schema) as Record<string, unknown> | typeof NOTHING
  return drawn === NOTHING || areWritten(drawn, group) ? drawn : NOTHING
}

/** False if a header cannot be written, though its schema allows the value. */
function areWritten(headers: Record<string, unknown>, group: HeaderGroup): boolean {
  try {
    for (const [name, value] of Object.entries(headers)) writeHeader(name, value, group)
    return true
  } catch {
    return false
  }
}

/** Status of a response: the requested one if documented, else the first success. */
export function chooseStatus({ responses }: OperationContract, code: number | undefined) {
  const keys = Object.keys(responses)
  if (code !== undefined) {
    const key = statusKeys(code).find((each) => keys.includes(each))
    return key === undefined || code < 200 ? undefined : { key, status: code }
  }
  const isSuccess = (key: string) => key.startsWith('2')
  const isFinal = (key: string) => !key.startsWith('1')
  const key = keys.find(isSuccess) ?? keys.find((each) => each === 'default') ?? keys.find(isFinal)
  if (key === undefined) return undefined
  return { key, status: key === 'default' ? 200 : Number(key.replace(/XX$/i, '00')) }
}
