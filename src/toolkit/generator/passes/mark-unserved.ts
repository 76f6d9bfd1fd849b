import { nameOfMedia } from '../../openapi/media-name.js'
import { namesIn, namesInQuery } from '../../openapi/path-template.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import { bytesOf, isForm, requestContent, responseContent, withContent } from '../model/content.js'
import type { MediaType, Model, Operation } from '../model/model.js'
import { wordSet } from '../shared/collections.js'

/** Methods that the HTTP parser of Node 20 knows, but for CONNECT, which is no request to it. */
const METHODS = wordSet(
  'ACL BIND CHECKOUT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL ' +
    'MOVE NOTIFY OPTIONS PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE ' +
    'SUBSCRIBE TRACE UNBIND UNLINK UNLOCK UNSUBSCRIBE',
)

/**
 * Marks the operations and request media types that the runtime cannot serve: they are typed, and answered
 * 501 or 415. A response of such a media type is bytes, which the handler makes. Each feature is reported
 * once, at the first operation that asks for it.
 */
export function markUnserved(model: Model, report: Diagnostics): Model {
  const warn = (message: string, advice: string, { origin }: Operation) =>
    report.warn(origin, message, advice, { once: true })
  const unserved = (feature: string, operation: Operation) =>
    warn(`${feature} is typed and not served yet`, 'it answers 501 or 415', operation)
  const operations = model.operations.map((operation) => {
    const feature = unservedFeature(operation)
    if (feature !== undefined) {
      if (feature !== operation.unserved || !isReported(operation, report))
        unserved(feature, operation)
      return { ...operation, unserved: feature }
    }
    const unread = requestContent(operation).filter((media) => !isRead(media))
    const types = unread.map(nameOfMedia)
    for (const type of types) unserved(`a request body of ${type}`, operation)
    const sent = responseContent(operation).filter((media) => isForm(media) || !isServed(media))
    for (const type of sent.map(nameOfMedia)) {
      const message = `a response of ${type} is not written from values: a handler returns its bytes`
      const isParts = type.startsWith('multipart/')
      const advice = `return them with \`contentType\`${isParts ? ', which names the boundary' : ''}`
      warn(message, advice, operation)
    }
    return types.length + sent.length === 0 ? operation : withContent(operation, UNSERVED)
  })
  return { ...model, operations }
}

/** True if it has been said what is wrong with the media types of a request body. */
function isReported({ origin }: Operation, report: Diagnostics): boolean {
  const content = `${origin.pointer}/requestBody/content/`
  return report.list.some(
    ({ source, pointer }) => source === origin.source && pointer.startsWith(content),
  )
}

function unservedFeature(operation: Operation): string | undefined {
  const { method, requestBody, shadowedBy, unserved, pathQuery = '' } = operation
  if (shadowedBy !== undefined) return `a path like that of ${shadowedBy}`
  if (namesIn(pathQuery).length > namesInQuery(pathQuery).length) {
    return 'a path parameter under another name in a query'
  }
  if (unserved !== undefined) return unserved
  if (!METHODS.has(method)) return `the method ${method}`
  if (requestBody === undefined || requestBody.content.some(isRead)) return undefined
  return `a request body of ${requestBody.content[0]?.mediaType}`
}

function isServed({ kind, framing, mediaType }: MediaType): boolean {
  if (kind === 'sequential') return framing !== undefined
  return kind !== 'multipart' || mediaType === 'multipart/form-data'
}

/** Events come from a server: no client sends them. */
function isRead(media: MediaType): boolean {
  return isServed(media) && !media.framing?.startsWith('event-stream')
}

const UNSERVED = {
  request: (media: MediaType) => (isRead(media) ? media : { ...media, unserved: true as const }),
  response: (media: MediaType) => (isServed(media) ? media : bytesOf(media)),
}
