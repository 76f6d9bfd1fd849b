import type { MediaType, Operation } from './model.js'

type Bodies = Pick<Operation, 'requestBody' | 'responses'>

/** Media types of the request body of an operation. */
export function requestContent({ requestBody }: Pick<Bodies, 'requestBody'>): readonly MediaType[] {
  return requestBody?.content ?? []
}

/** Media types of all responses of an operation. */
export function responseContent({ responses }: Pick<Bodies, 'responses'>): readonly MediaType[] {
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
export function withContent<O extends Bodies>(
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
