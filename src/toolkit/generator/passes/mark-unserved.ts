import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { MediaType, Model, Operation } from '../model/model.js'

/** Methods that the HTTP parser of Node 20 knows, but for CONNECT, which is no request to it. */
const METHODS = new Set(
  [
    'ACL BIND CHECKOUT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL',
    'MOVE NOTIFY OPTIONS PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE',
    'SUBSCRIBE TRACE UNBIND UNLINK UNLOCK UNSUBSCRIBE',
  ]
    .join(' ')
    .split(' '),
)

/**
 * Marks the operations and media types that the runtime cannot serve: they are typed, and answered 501 or
 * 415. Each feature is reported once, at the first operation that asks for it.
 */
export function markUnserved(model: Model, report: Diagnostics): Model {
  const warn = (feature: string, { origin }: Operation) => {
    const message = `${feature} is typed and not served yet`
    report.warn(origin, message, 'it answers 501 or 415', { once: true })
  }
  const operations = model.operations.map((operation) => {
    const feature = unservedFeature(operation)
    if (feature !== undefined) {
      warn(feature, operation)
      return { ...operation, unserved: feature }
    }
    const types = unservedTypes(operation)
    for (const mediaType of types) warn(`a body of ${mediaType}`, operation)
    return types.length === 0 ? operation : withUnservedTypes(operation)
  })
  return { ...model, operations }
}

function unservedFeature({ method, requestBody, shadowedBy }: Operation): string | undefined {
  if (shadowedBy !== undefined) return `a path like that of ${shadowedBy}`
  if (!METHODS.has(method)) return `the method ${method}`
  if (requestBody === undefined || requestBody.content.some(isServed)) return undefined
  return `a request body of ${requestBody.content[0]?.mediaType}`
}

function unservedTypes({ requestBody, responses }: Operation): string[] {
  const bodies = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)]
  return bodies.filter((media) => !isServed(media)).map(({ mediaType }) => mediaType)
}

function isServed({ kind, framing, mediaType }: MediaType): boolean {
  if (kind === 'sequential') return framing !== undefined
  return kind !== 'multipart' || mediaType === 'multipart/form-data'
}

function withUnservedTypes(operation: Operation): Operation {
  const marked = (content: readonly MediaType[]) =>
    content.map((media) => (isServed(media) ? media : { ...media, unserved: true as const }))
  const { requestBody, responses } = operation
  return {
    ...operation,
    ...(requestBody && { requestBody: { ...requestBody, content: marked(requestBody.content) } }),
    responses: responses.map((each) => ({ ...each, content: marked(each.content) })),
  }
}
