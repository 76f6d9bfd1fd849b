import type { MediaType, Operation } from './model.js'

/** Media types of the request body of an operation. */
export function requestContent({ requestBody }: Operation): readonly MediaType[] {
  return requestBody?.content ?? []
}

/** The media types that the runtime can read or write. */
export function served(content: readonly MediaType[]): MediaType[] {
  return content.filter(({ unserved }) => unserved === undefined)
}

/** Media types of all responses of an operation. */
export function responseContent({ responses }: Operation): readonly MediaType[] {
  return responses.flatMap(({ content }) => content)
}

/** Names of the schemas of media types. */
export function schemasOf(content: readonly MediaType[]): string[] {
  return content.flatMap(({ schema }) => schema ?? [])
}

/** Names of the schemas of all that requests and responses of an operation have but their bodies. */
export function schemasAround({ parameterGroups, responses }: Operation): string[] {
  return [
    ...parameterGroups.map(({ schema }) => schema),
    ...responses.flatMap(({ headerSchema }) => headerSchema ?? []),
  ]
}

/** The operation with other media types in its request body and in its responses. */
export function withContent<O extends Operation>(
  operation: O,
  change: Readonly<Record<'request' | 'response', (media: MediaType) => MediaType>>,
): O {
  const { requestBody, responses } = operation
  const content = requestContent(operation).map(change.request)
  return {
    ...operation,
    ...(requestBody && { requestBody: { ...requestBody, content } }),
    responses: responses.map((each) => ({ ...each, content: each.content.map(change.response) })),
  }
}

/**
 * A media type as a service answers it. A form is bytes, which the handler makes: hardly anybody answers with one, and
 * the platform writes them (`URLSearchParams`, and `FormData` in a `Response`).
 */
export function asAnswered(media: MediaType): MediaType {
  return isForm(media) ? bytesOf(media) : media
}

export function isForm({ kind }: MediaType): boolean {
  return kind === 'form' || kind === 'multipart'
}

/** The media type without what its document says of the values. */
export function bytesOf({ mediaType, parameters }: MediaType): MediaType {
  return { mediaType, ...(parameters && { parameters }), kind: 'binary' }
}
