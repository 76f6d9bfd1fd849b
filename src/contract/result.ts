import type { FastifyReply } from 'fastify'
import type { OperationContract, ResponseMedia } from './contract.js'
import type { OperationResult } from './request.js'

/** A handler that broke its own contract; the client gets 500, the log says which rule. */
export class ResponseError extends Error {
  constructor(operation: OperationContract, rule: string) {
    super(`${operation.operationId} ${rule}`)
    this.name = 'ResponseError'
  }
}

/**
 * Writes a handler's result. Only what the operation documents leaves the server.
 *
 * @throws {ResponseError} for a status, media type or body that the operation does not document.
 */
export function sendResult(
  operation: OperationContract,
  result: OperationResult | undefined,
  reply: FastifyReply,
): FastifyReply {
  if (typeof result?.status !== 'number') {
    throw new ResponseError(operation, 'returned no { status }')
  }
  const { status, body, headers = {} } = result
  const content = findResponse(operation, status)
  if (content === undefined)
    throw new ResponseError(operation, `does not document status ${status}`)
  reply.code(status)
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) reply.header(name, String(value))
  }
  const [mediaType, media] = Object.entries(content)[0] ?? []
  if (mediaType === undefined || media === undefined)
    return sendEmpty(operation, status, body, reply)
  if (!media.validate(body)) throw new ResponseError(operation, violation(status, media))
  reply.type(`${mediaType}; charset=utf-8`)
  const serialize = media.serialize as (body: unknown) => string
  // Fastify sends null as an empty body; here it is the JSON text.
  return body === null ? reply.send(serialize(body)) : reply.serializer(serialize).send(body)
}

/** The documented response for a status: exact, then the range, then `default` (OpenAPI 3.1, 4.8.16). */
function findResponse(
  { responses }: OperationContract,
  status: number,
): OperationContract['responses'][string] | undefined {
  return responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default
}

function sendEmpty(
  operation: OperationContract,
  status: number,
  body: unknown,
  reply: FastifyReply,
): FastifyReply {
  if (body !== undefined)
    throw new ResponseError(operation, `documents no body for status ${status}`)
  return reply.send()
}

function violation(status: number, { validate }: ResponseMedia): string {
  const [first] = validate.errors ?? []
  const place = `body${first?.instancePath ?? ''}`
  return `returned status ${status} with a ${place} that ${first?.message ?? 'is not valid'}`
}
