import { isJson } from '../../openapi/media-type.js'
import { remembered } from '../shared/memoize.js'
import type { MediaType, Model, Operation, ParameterGroup } from './model.js'

/** What the runtime can serve: whatever else a document asks for is typed, and answered 501. */

/** The methods that the HTTP parser of Node 20 knows, but for CONNECT, which is no request to it. */
const METHODS = new Set(
  [
    'ACL BIND CHECKOUT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL',
    'MOVE NOTIFY OPTIONS PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE',
    'SUBSCRIBE TRACE UNBIND UNLINK UNLOCK UNSUBSCRIBE',
  ]
    .join(' ')
    .split(' '),
)

/** Why an operation cannot be served; `undefined` when it can. */
export const unservedIn = remembered((operation: Operation): string | undefined => {
  const { method, requestBody, shadowedBy } = operation
  if (shadowedBy !== undefined) return `a path like that of ${shadowedBy}`
  if (!METHODS.has(method)) return `the method ${method}`
  if (requestBody === undefined || servedContent(requestBody.content).length > 0) return undefined
  return `a request body of ${requestBody.content[0]?.mediaType}`
})

/** The media types that are read and written. */
export function servedContent(content: readonly MediaType[]): MediaType[] {
  return content.filter(({ kind, framing, mediaType }) => {
    if (kind === 'sequential') return framing !== undefined
    return kind !== 'multipart' || mediaType === 'multipart/form-data'
  })
}

/** The names of the schemas of media types that are served. */
export function servedSchemas(content: readonly MediaType[]): string[] {
  return servedContent(content).flatMap(({ schema }) => schema ?? [])
}

/** Whether a parameter is JSON, or a field of one: int64s are found by the schema there. */
export function holdsJson({ parameters }: ParameterGroup): boolean {
  return parameters.some(({ mediaType, fields = [] }) => {
    return isJson(mediaType) || fields.some((each) => isJson(each.mediaType))
  })
}

/** The operations that are served. */
export const servedOperations = remembered(({ operations }: Model): readonly Operation[] =>
  operations.filter((operation) => unservedIn(operation) === undefined),
)

/** What is typed and not served, each feature once, with the first operation that asks for it. */
export function unservedFeatures({ operations }: Model): Map<string, Operation> {
  const features = new Map<string, Operation>()
  const add = (feature: string | undefined, operation: Operation) => {
    if (feature !== undefined && !features.has(feature)) features.set(feature, operation)
  }
  for (const operation of operations) {
    const reason = unservedIn(operation)
    add(reason, operation)
    if (reason !== undefined) continue
    const { requestBody, responses } = operation
    const bodies = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)]
    const others = bodies.filter((media) => servedContent([media]).length === 0)
    for (const { mediaType } of others) add(`a body of ${mediaType}`, operation)
  }
  return features
}
