import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { findMedia, parseMediaType } from '../../openapi/media-type.js'
import { statusKeys } from '../../openapi/status.js'
import { accepts } from '../../validation/validator.js'
import type { OperationContract } from '../contract/contract.js'
import type { ResponseMedia } from '../contract/media.js'
import { type ErrorContent, errorContent, JSON_TYPE, type MakeErrorBody } from './error-body.js'
import { errors, HttpRefusal } from './http-refusal.js'
import { logThrown } from './log-thrown.js'
import { errorDetails, problemDetails } from './problem-details.js'
import { contractViolation } from './violations.js'

const VIOLATION = { place: 'body', pointer: '/id', keyword: 'type', message: 'must be integer' }

/** What the runtime refuses itself, and the operations that this can happen to. */
const REFUSALS: readonly [HttpRefusal, (operation: OperationContract) => boolean][] = [
  [contractViolation([VIOLATION]), () => true],
  [new HttpRefusal(errors.missingCredentials), ({ security }) => security.length > 0],
  [new HttpRefusal(errors.notFound), () => true],
  [new HttpRefusal(errors.unsupportedMediaType), ({ requestBody }) => requestBody !== undefined],
  [new HttpRefusal(errors.internal), () => true],
]

/** The documented responses whose bodies are not what the runtime answers. */
export function undeclaredErrors(
  operation: OperationContract,
  make: MakeErrorBody | undefined,
  log: FastifyBaseLogger,
): string[] {
  const request = requestTo(operation, log)
  const found = REFUSALS.flatMap(([error, isPossible]) => {
    if (!isPossible(operation)) return []
    const made = errorContent(error, request, make)
    const status = made.status ?? error.statusCode
    const key = statusKeys(status).find((each) => Object.hasOwn(operation.responses, each))
    return key === undefined || isDeclared(made, operation.responses[key] ?? {}) ? [] : key
  })
  return [...new Set(found)]
}

function isDeclared(
  { body, contentType = JSON_TYPE }: ErrorContent,
  content: Readonly<Record<string, ResponseMedia>>,
): boolean {
  // What has no body is declared by a header or by nothing.
  if (Object.keys(content).length === 0) return true
  const type = parseMediaType(contentType)
  const media = type && findMedia(content, type)
  if (media === undefined) return false
  const isJson = media.kind === undefined || media.kind === 'json'
  return !isJson || accepts(media.validate, body)
}

/** As much of a request as there is before the first one. */
function requestTo(operation: OperationContract, log: FastifyBaseLogger): FastifyRequest {
  const config = { operation, operationId: operation.operationId }
  return { id: '', headers: {}, log, routeOptions: { config } } as unknown as FastifyRequest
}

/** Functions that this package has for other bodies. */
const REMEDIES: Readonly<Record<string, MakeErrorBody>> = { problemDetails, errorDetails }

/** Most operations that are named. */
const MOST = 20

/** Says which operations document other bodies of errors than they answer, and what to do about it. */
export function warnOfUndeclaredErrors(
  log: FastifyBaseLogger,
  operations: readonly OperationContract[],
  make: MakeErrorBody | undefined,
): void {
  try {
    const found = operations.flatMap((operation) => {
      const keys = undeclaredErrors(operation, make, log)
      return keys.length > 0 ? [{ operation, keys }] : []
    })
    if (found.length === 0) return
    const remedy = Object.keys(REMEDIES).find((name) =>
      found.every(({ operation }) => undeclaredErrors(operation, REMEDIES[name], log).length === 0),
    )
    const named = found.slice(0, MOST).map(({ operation, keys }) => [operation.operationId, keys])
    const what = 'the document declares other bodies of errors than these operations answer'
    const advice = `pass \`errorBody${remedy === undefined ? '` of your own' : `: ${remedy}\``} to serve`
    const more = found.length > MOST && { more: found.length - MOST }
    log.warn({ responses: Object.fromEntries(named), ...more }, `${what}; ${advice}`)
  } catch (err) {
    logThrown(log, 'debug', { err }, 'errorBody cannot be tried without a request')
  }
}
