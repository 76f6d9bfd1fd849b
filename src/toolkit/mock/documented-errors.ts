import { essenceOf } from '../openapi/media-type.js'
import { statusKeys } from '../openapi/status.js'
import type { OperationContract } from '../runtime/contract/contract.js'
import type { JsonResponse, ResponseContent } from '../runtime/contract/media.js'
import type { ErrorContent, MakeErrorBody, Refusal } from '../runtime/index.js'
import { writeHeader } from '../runtime/response/headers.js'
import { NOTHING } from '../samples/index.js'
import { bodyOf, type Sources } from './mock-body.js'
import { headersOf } from './mock-response.js'
import { toldError } from './told-error.js'

/**
 * Writes refusals as the document declares them for 400, 401, 404, 422 and others.
 *
 * @param shared - By status, an operation that declares what all others do: for refusals of none.
 */
export function documentedErrors(
  sources: Sources,
  shared: ReadonlyMap<string, OperationContract>,
  otherwise: MakeErrorBody,
): MakeErrorBody {
  return (refusal) => {
    const declared = declaredFor(refusal, shared)
    if (declared === undefined) return otherwise(refusal)
    const { status } = declared
    const content = contentOf(declared, refusal, sources) ?? { ...otherwise(refusal), status }
    return { ...content, headers: { ...headersFor(declared, sources), ...content.headers } }
  }
}

/** A response that the document declares for a refusal. */
interface DeclaredError {
  readonly operation: OperationContract
  readonly status: number
  readonly key: string
}

function declaredFor(
  { operation, status }: Refusal,
  shared: ReadonlyMap<string, OperationContract>,
): DeclaredError | undefined {
  const keysOf = (each: number) => statusKeys(each)
  if (operation?.responses !== undefined) {
    const own = operation as OperationContract
    const is = (key: string) => Object.hasOwn(own.responses, key)
    // What is wrong with a request is 422 in many documents (RFC 9110, section 15.5.21).
    const isOther = status === 400 && !is('400') && is('422')
    const sent = isOther ? 422 : status
    const key = keysOf(sent).find(is)
    if (key !== undefined) return { operation: own, status: sent, key }
  }
  const key = keysOf(status).find((each) => shared.has(each))
  return key === undefined
    ? undefined
    : { operation: shared.get(key) as OperationContract, status, key }
}

function contentOf(
  { operation, status, key }: DeclaredError,
  refusal: Refusal,
  sources: Sources,
): ErrorContent | undefined {
  const written = Object.entries(operation.responses[key] as ResponseContent)
  const [first] = ['json', 'text'].flatMap((wanted) =>
    written.filter(([, { kind = 'json' }]) => kind === wanted),
  )
  if (first === undefined) return undefined
  const [mediaType, media] = first
  const { path, method } = operation
  const examples = [...sources.examples.of(operation, key, mediaType).values()]
  const body = bodyOf(media, { path, method, status: key, mediaType }, examples, sources)
  if (body === NOTHING) return undefined
  const essence = essenceOf(mediaType)
  const contentType = essence.includes('*') ? {} : { contentType: mediaType }
  const { validate = () => true } = media as Partial<JsonResponse>
  // A sentence is no page.
  const isTold = media.kind !== 'text' || essence === 'text/plain'
  const told = isTold ? toldError(body, { ...refusal, status }, validate) : body
  return { status, ...contentType, body: told }
}

/** The declared headers of an error, as they are written. */
function headersFor(
  { operation, key }: DeclaredError,
  sources: Sources,
): NonNullable<ErrorContent['headers']> {
  const drawn = headersOf(operation, key, sources)
  if (drawn === NOTHING) return {}
  const group = operation.responseHeaders?.[key]
  const written = Object.entries(drawn).map(([name, value]) => {
    return [name.toLowerCase(), writeHeader(name, value, group)]
  })
  return Object.fromEntries(written)
}
