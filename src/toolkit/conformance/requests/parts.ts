import type { MediaType, Operation, Parameter } from '../document/contract.js'
import type { HeaderLine } from '../exchange/request.js'

/** A value of a parameter, or text in place of its serialization. */
export type ParameterValue = { readonly value: unknown } | { readonly text: string }

/** A body: a value that its media type can hold, or bytes in place of it. */
export interface BodyParts {
  readonly media: MediaType
  readonly value?: unknown
  readonly bytes?: Buffer
  /** In place of that of the media type; `null`: none is sent. */
  readonly contentType?: string | null
}

/** A request to an operation, taken apart, so that a case changes one part of it. */
export interface RequestParts {
  readonly operation: Operation
  readonly parameters: ReadonlyMap<Parameter, ParameterValue>
  readonly body?: BodyParts | undefined
  /** Headers beside those of parameters, credentials and body. */
  readonly headers?: readonly HeaderLine[]
}

/** The parameters of an operation, in the order of the document. */
export function parametersOf({ parameterGroups }: Operation): readonly Parameter[] {
  return parameterGroups.flatMap(({ parameters }) => parameters)
}

export function isVersion({ in: place, name }: Parameter): boolean {
  return place === 'header' && name.toLowerCase() === 'if-match'
}

/** True for the key of a request: two requests with one such key count as one. */
export function isOnce({ in: place, name }: Parameter): boolean {
  return place === 'header' && /idempotency/i.test(name)
}

/** True for a parameter that a request has to have: it is required, or its condition is (RFC 6585, section 3). */
export function isNeeded({ responses }: Operation, parameter: Parameter): boolean {
  const asksForVersion = responses.some(({ status }) => status === '428')
  return parameter.required || (asksForVersion && isVersion(parameter))
}

/** The parts with another value of a parameter; without it for `undefined`. */
export function withParameter(
  parts: RequestParts,
  parameter: Parameter,
  value: ParameterValue | undefined,
): RequestParts {
  const parameters = new Map(parts.parameters)
  if (value === undefined) parameters.delete(parameter)
  else parameters.set(parameter, value)
  return { ...parts, parameters }
}

export function withBody(parts: RequestParts, value: unknown): RequestParts {
  const { body } = parts
  if (body === undefined) return parts
  return { ...parts, body: { media: body.media, value } }
}

export function withBytes(parts: RequestParts, bytes: Buffer | string): RequestParts {
  const { body } = parts
  if (body === undefined) return parts
  return { ...parts, body: { ...body, bytes: Buffer.from(bytes as string) } }
}
