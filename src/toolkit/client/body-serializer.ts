import { isJson, parseMediaType } from '../openapi/media-type.js'
import { stringify } from '../runtime/json/stringify.js'

/**
 * A `bodySerializer` for openapi-fetch: JSON with each `bigint` as an integer, forms by
 * `URLSearchParams`. Texts of other media types, bytes, streams and `FormData` are sent as they are.
 *
 * ```ts
 * const client = createClient<paths>({ baseUrl, bodySerializer })
 * ```
 */
export function bodySerializer(body: unknown, headers?: unknown): BodyInit {
  if (isSent(body)) return body
  const { essence = 'application/json' } = parseMediaType(typeIn(headers) ?? '') ?? {}
  if (essence === 'application/x-www-form-urlencoded') {
    return new URLSearchParams(body as Record<string, string>).toString()
  }
  return typeof body === 'string' && !isJson(essence) ? body : stringify(body)
}

type BodyInit = ConstructorParameters<typeof Response>[0]

/** True for what `fetch` sends as it is. */
function isSent(body: unknown): body is BodyInit {
  return SENT.some((type) => body instanceof type) || ArrayBuffer.isView(body)
}

const SENT = [FormData, Blob, ArrayBuffer, ReadableStream, URLSearchParams]

function typeIn(headers: unknown): string | null {
  return new Headers(headers as ConstructorParameters<typeof Headers>[0]).get('content-type')
}
