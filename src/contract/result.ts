import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { OperationContract, ResponseMedia } from './contract.js'
import { describeViolations, violationsAt } from './errors/violations.js'
import type { OperationResult } from './request.js'
import type { Explain } from './validation/explain.js'

/** A handler that broke its own contract; the client gets 500, the log says which rule. */
export class ResponseError extends Error {
  constructor(operation: OperationContract, rule: string, options?: ErrorOptions) {
    super(`${operation.operationId} ${rule}`, options)
    this.name = 'ResponseError'
  }
}

/**
 * Writes a handler's result, all of it or nothing: what the operation does not document never leaves
 * the server.
 *
 * @throws {ResponseError} for a status, body or header that cannot be sent.
 */
export function sendResult(
  operation: OperationContract,
  result: OperationResult | undefined,
  reply: FastifyReply,
  explain: Explain,
): FastifyReply {
  if (typeof result?.status !== 'number') {
    throw new ResponseError(operation, 'returned no { status }')
  }
  const { status, body, headers = {} } = result
  const content = findResponse(operation, status)
  if (content === undefined) {
    throw new ResponseError(operation, `does not document status ${status}`)
  }
  const [mediaType, media] = Object.entries(content)[0] ?? []
  const text = media
    ? serialize(operation, status, body, media, explain)
    : nothing(operation, status, body)
  const fields = headerFields(operation, headers)

  for (const [name, value] of fields) reply.header(name, value)
  if (mediaType !== undefined) reply.type(`${mediaType}; charset=utf-8`)
  return reply.code(status).send(text)
}

/** The documented response for a status: exact, then the range, then `default` (OpenAPI 3.1, 4.8.16). */
function findResponse(
  { responses }: OperationContract,
  status: number,
): OperationContract['responses'][string] | undefined {
  // Anything else is no final status (RFC 9110, section 15).
  if (!Number.isInteger(status) || status < 200 || status > 599) return undefined
  return responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default
}

function serialize(
  operation: OperationContract,
  status: number,
  body: unknown,
  { schema, validate, serialize }: ResponseMedia,
  explain: Explain,
): string {
  const fail = (rule: string, options?: ErrorOptions) =>
    new ResponseError(operation, `returned status ${status}, but ${rule}`, options)
  if (body === undefined) throw fail('no body')
  if (!validate(body)) throw fail(describeViolations(violationsAt('body', explain(schema, body))))
  try {
    return (serialize as (body: unknown) => string)(body)
  } catch (cause) {
    throw fail('body is no JSON value', { cause })
  }
}

function nothing(operation: OperationContract, status: number, body: unknown): undefined {
  if (body === undefined) return
  throw new ResponseError(operation, `documents no body for status ${status}`)
}

function headerFields(
  operation: OperationContract,
  headers: NonNullable<OperationResult['headers']>,
): [name: string, value: string][] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined) return []
    const text = String(value)
    try {
      validateHeaderName(name)
      validateHeaderValue(name, text)
    } catch (cause) {
      throw new ResponseError(operation, `returned a header that cannot be sent`, { cause })
    }
    return [[name, text]]
  })
}
