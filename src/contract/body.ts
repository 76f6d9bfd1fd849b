import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify'
import type { OperationContract } from './contract.js'
import { ContractError } from './errors/contract-error.js'
import { errors } from './errors/table.js'
import { parseJson } from './json/parse.js'

/** Stands for an optional body that was not sent, where Fastify would validate `null`. */
export const ABSENT = Symbol('no request body')

/**
 * Replaces every content-type parser of the scope: the media types that its operations declare are
 * parsed, any other is answered 415.
 */
export function addBodyParsers(
  app: FastifyInstance,
  operations: readonly OperationContract[],
): void {
  app.removeAllContentTypeParsers()
  const declared = operations.flatMap(({ requestBody }) => Object.keys(requestBody?.content ?? {}))
  for (const mediaType of new Set(declared)) {
    app.addContentTypeParser(
      mediaType,
      { parseAs: 'buffer' },
      async (request: FastifyRequest, bytes: Buffer) => parseBody(request, bytes),
    )
  }
}

function parseBody(request: FastifyRequest, bytes: Buffer): unknown {
  const operation = request.routeOptions.config.operation
  const media = operation?.requestBody?.content[request.mediaType ?? '']
  // One parser serves all operations of the scope; this one may declare other media types.
  if (media === undefined) throw new ContractError(errors.unsupportedMediaType)
  return bytes.length === 0 ? undefined : parseJson(bytes, media.int64)
}

/** Enforces `requestBody.required`; Fastify itself lets a request without a body pass. */
export function requireBody({ requestBody }: OperationContract): preValidationHookHandler {
  return async (request) => {
    if (requestBody === undefined || request.body !== undefined) return
    if (requestBody.required) throw new ContractError(errors.missingBody)
    request.body = ABSENT
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that the route serves, where a contract serves it. */
    operation?: OperationContract
    operationId?: string
  }
}
