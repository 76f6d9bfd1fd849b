import { isJson, parseMediaType } from '../openapi/media-type.js'
import { stringify } from '../runtime/json/stringify.js'

/**
 * A `bodySerializer` for openapi-fetch: JSON with each `bigint` as an integer, forms with a pair for each item
 * of a list, and objects in them as JSON (OpenAPI 3.1, section 4.8.15.1). Texts of other media types, bytes, streams and `FormData` are sent as they are.
 *
 * ```ts
 * const client = createClient<paths>({ baseUrl, bodySerializer })
 * ```
 */
export function bodySerializer(body: unknown, headers?: unknown): BodyInit {
  if (isSent(body)) return body
  const { essence = 'application/json' } = parseMediaType(typeIn(headers) ?? '') ?? {}
  if (essence === 'application/x-www-form-urlencoded') {
    return formOf(body as object).toString()
  }
  return typeof body === 'string' && !isJson(essence) ? body : stringify(body)
}

function formOf(body: object): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(body)) {
    for (const each of [value ?? []].flat()) {
      form.append(name, typeof each === 'object' ? stringify(each) : String(each))
    }
  }
  return form
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
