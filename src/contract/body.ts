import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify'
import type { OperationContract } from './contract.js'
import { ContractError } from './errors/contract-error.js'
import { errors } from './errors/table.js'
import { parseJson } from './json/parse.js'

/**
 * Stands, between `requireBody` and the validator, for an optional body that was not sent: Fastify
 * would have `null` validated in its place.
 */
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
  // Some clients name a media type even where they send nothing.
  if (bytes.length === 0) return undefined
  const { operation } = request.routeOptions.config
  const media = operation?.requestBody?.content[request.mediaType as string]
  // One parser serves all operations of the scope; this one may declare other media types.
  if (media === undefined) throw new ContractError(errors.unsupportedMediaType)
  return parseJson(bytes, media.int64)
}

/** Enforces `requestBody.required`; Fastify itself lets a request without a body pass. */
export function requireBody({ requestBody }: OperationContract): preValidationHookHandler {
  return async (request) => {
    if (requestBody === undefined || request.body !== undefined) return
    if (requestBody.required) throw new ContractError(errors.missingBody)
    if (hasValidator(requestBody, request)) request.body = ABSENT
  }
}

function hasValidator(
  { content }: NonNullable<OperationContract['requestBody']>,
  { mediaType }: FastifyRequest,
): boolean {
  return mediaType !== undefined && Object.hasOwn(content, mediaType)
}
