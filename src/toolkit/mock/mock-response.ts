import { STATUS_CODES } from 'node:http'
import { plainText } from '../openapi/json.js'
import { essenceOf } from '../openapi/media-type.js'
import { isOfMessage } from '../openapi/message-headers.js'
import { statusKeys } from '../openapi/status.js'
import type { OperationContract } from '../runtime/contract/contract.js'
import type { OperationResult } from '../runtime/contract/handler.js'
import type {
  HeaderGroup,
  JsonResponse,
  ResponseContent,
  ResponseMedia,
} from '../runtime/contract/media.js'
import { writeHeader } from '../runtime/response/headers.js'
import { NOTHING } from '../samples/index.js'
import type { Identity } from './identity.js'
import { bodyOf, isForm, isXml, type Sources, typeIn } from './mock-body.js'
import { toldError, withStatus } from './told-error.js'

/** A response, or the reason why there is none. */
export type MockResponse = { readonly result: OperationResult } | { readonly lacks: string }

interface WantedResponse {
  readonly key: string
  readonly status: number
  readonly mediaType: string | undefined
  readonly name: string | undefined
  readonly identities: readonly Identity[]
}

/**
 * A response with a status that an operation documents. Its body is an example, if the document has
 * one that satisfies the schema.
 *
 * @param asked - The response: `key` is its status in the document (`200`, `4XX`, `default`), and `name` the
 * requested example, by default any.
 */
export function mockResponse(
  operation: OperationContract,
  { key, status, mediaType, name, identities }: WantedResponse,
  sources: Sources,
): MockResponse {
  const headers = headersOf(operation, key, sources)
  if (headers === NOTHING) {
    const { schema = '' } = operation.responseHeaders?.[key] ?? {}
    return { lacks: `no headers of status ${status} were found${because(schema, sources)}` }
  }
  const media = mediaType === undefined ? undefined : operation.responses[key]?.[mediaType]
  if (mediaType === undefined || media === undefined) return { result: { status, headers } }
  const examples = sources.examples.of(operation, key, mediaType)
  if (name !== undefined && !examples.has(name)) {
    const asked = JSON.stringify(name)
    const isExternal = sources.examples.isExternal(operation, key, mediaType, name)
    if (isExternal)
      return { lacks: `the example ${asked} is an \`externalValue\`, which is not read` }
    return { lacks: `no example of status ${status} is called ${asked}` }
  }
  const chosen = name === undefined ? [...examples.values()] : [examples.get(name)]
  const { path, method } = operation
  const place = { path, method, status: key, mediaType, identities }
  const body = bodyOf(media, place, chosen, sources)
  if (body === NOTHING) {
    const xml = 'XML is not written from a schema; the document needs an example of it, as text'
    if (isXml(mediaType)) return { lacks: xml }
    if (isForm(mediaType)) return { lacks: `${mediaType} is not written from values` }
    const { schema = '' } = media as { readonly schema?: string }
    return { lacks: `no body of status ${status} was found${because(schema, sources)}` }
  }
  const contentType = typeIn(mediaType, media, operation.responses[key] as ResponseContent)
  const isDrawn = chosen.length === 0
  const told = errorTold(body, media, { mediaType, status, isDrawn })
  return { result: { status, headers, contentType, body: told } }
}

/** Problem details with the status that they are sent with; the drawn body of an error with its name, too. */
function errorTold(
  body: unknown,
  { kind = 'json', ...media }: ResponseMedia,
  sent: { readonly mediaType: string; readonly status: number; readonly isDrawn: boolean },
): unknown {
  const { mediaType, status, isDrawn } = sent
  const { validate = () => true } = media as Partial<JsonResponse>
  if (status >= 400 && kind === 'json' && isDrawn) {
    const message = STATUS_CODES[status] ?? `Status ${status}`
    return toldError(body, { status, message, violations: [] }, validate)
  }
  if (essenceOf(mediaType) !== 'application/problem+json') return body
  return withStatus(body, { status }).find((each) => validate(each)) ?? body
}

function because(schema: string, { undrawn }: Sources): string {
  const part = schema === '' ? undefined : undrawn(schema)
  return part === undefined ? '' : `: ${part}`
}

/** False for what says how the message itself is sent: no body of a mock is compressed. */
function isSent(name: string): boolean {
  return !isOfMessage(name) && name.toLowerCase() !== 'content-encoding'
}

/** Headers that HTTP gives a form of their own (RFC 9110, sections 8.8.2, 8.8.3 and 10.2.3), and values that have it. */
const FORMS: ReadonlyMap<string, readonly [form: RegExp, value: string]> = new Map([
  ['etag', [/^(W\/)?"[^"]*"$/, '"1"']],
  ['retry-after', [/^\d+$| GMT$/, '1']],
  ['last-modified', [/ GMT$/, 'Thu, 01 Jan 1970 00:00:00 GMT']],
])

/** Drawn headers, with the examples of the document. */
export function headersOf(
  operation: OperationContract,
  key: string,
  { draw, examples }: Sources,
): Record<string, unknown> | typeof NOTHING {
  const group = operation.responseHeaders?.[key]
  if (group === undefined) return {}
  const drawn = draw(group.schema) as Record<string, unknown> | typeof NOTHING
  if (drawn === NOTHING) return NOTHING
  let whole = drawn
  const formed = Object.entries(drawn).flatMap(([name, value]) => {
    const [form, formal] = FORMS.get(name.toLowerCase()) ?? []
    return form && !form.test(plainText(value)) ? [[name, formal] as const] : []
  })
  for (const [name, example] of [
    ...formed,
    ...Object.entries(examples.ofHeaders(operation, key)),
  ]) {
    const changed = { ...whole, [name]: example }
    if (isSent(name) && group.validate(changed) && areWritten(changed, group)) whole = changed
  }
  const headers = Object.fromEntries(Object.entries(whole).filter(([name]) => isSent(name)))
  const isComplete = examples.areAll || group.validate(headers)
  return isComplete && areWritten(headers, group) ? headers : NOTHING
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
