import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { withCharset } from '../../openapi/media-name.js'
import { isJson, parseMediaType } from '../../openapi/media-type.js'
import type { OperationRoute } from '../../openapi/route.js'
import type { OperationParts } from '../contract/contract.js'
import { stringify } from '../json/stringify.js'
import type { HttpRefusal } from './http-refusal.js'
import { logThrown } from './log-thrown.js'
import type { Violation } from './violations.js'

/** Reason to refuse a request. It contains nothing about the inside of the server. */
export interface Refusal {
  /** The HTTP status of the answer. */
  readonly status: number
  /** The stable code of the error table. */
  readonly code: number
  /** One sentence. */
  readonly message: string
  /** Every rule that the request breaks; empty if it is refused for another reason. */
  readonly violations: readonly Violation[]
  /** The operation, if the request has reached one. */
  readonly operation?: OperationRoute & Partial<OperationParts>
  readonly request: FastifyRequest
  /** What was thrown, with its cause and members; its texts may not be meant for clients. */
  readonly error: Error
}

/** A body as the document declares it for errors. */
export interface ErrorContent {
  /** A JSON value, or a string if `contentType` is not JSON. */
  readonly body: unknown
  /** @defaultValue `application/json; charset=utf-8` */
  readonly contentType?: string
  /** Another status from 400 to 599, such as the 422 that a document has for what breaks it. */
  readonly status?: number
  /** Headers beside those of the refusal, such as `WWW-Authenticate`, which stay as they are. */
  readonly headers?: Readonly<Record<string, string | string[]>>
}

/** Makes the bodies of errors. If it fails, that is logged and the standard Error is sent. */
export type MakeErrorBody = (refusal: Refusal) => ErrorContent

interface ErrorText extends Pick<ErrorContent, 'headers'> {
  readonly status: number
  readonly type: string
  readonly text: string
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The error as `make` writes it; the standard Error, `{ error, message }`, if that fails. */
export function errorText(
  error: HttpRefusal,
  request: FastifyRequest,
  make: MakeErrorBody | undefined,
  thrown: Error = error,
): ErrorText {
  try {
    if (make !== undefined)
      return textOf(errorContent(error, request, make, thrown), error.statusCode)
  } catch (err) {
    logThrown(request.log, 'error', { err }, 'errorBody failed; the standard Error is answered')
  }
  return { status: error.statusCode, type: JSON_TYPE, text: JSON.stringify(error.body) }
}

/** The body of an error before it is printed. */
export function errorContent(
  error: HttpRefusal,
  request: FastifyRequest,
  make: MakeErrorBody | undefined,
  thrown: Error = error,
): ErrorContent {
  if (make === undefined) return { body: error.body }
  const made = make(refusalOf(error, request, thrown))
  refusePromise(made)
  refusePromise(made.body)
  return made
}

function refusalOf(error: HttpRefusal, request: FastifyRequest, thrown: Error): Refusal {
  const { operation } = request.routeOptions.config
  const { statusCode: status, violations } = error
  const { error: code, message } = error.body
  return {
    status,
    code,
    message,
    violations,
    ...(operation && { operation }),
    request,
    error: thrown,
  }
}

/** @throws {TypeError} if it cannot be sent. */
function textOf(made: ErrorContent, usual: number): ErrorText {
  const { body, contentType = JSON_TYPE, status = usual, headers = {} } = made
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    throw new TypeError('errorBody: status is none of an error')
  }
  const essence = parseMediaType(contentType)?.essence
  if (essence === undefined) throw new TypeError('errorBody: contentType is no media type')
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name)
    for (const line of [value].flat()) validateHeaderValue(name, line)
  }
  if (isJson(essence)) {
    return { status, type: withCharset(contentType), text: stringify(body), headers }
  }
  if (typeof body !== 'string') throw new TypeError('errorBody: body is neither JSON nor a text')
  return { status, type: contentType, text: body, headers }
}

/** An error is answered synchronously: a promise is not a body. */
function refusePromise(made: unknown): void {
  if (!(made instanceof Promise)) return
  made.catch(() => undefined)
  throw new TypeError('errorBody: a promise is no body')
}
