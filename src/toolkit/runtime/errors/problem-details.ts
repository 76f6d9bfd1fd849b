import { STATUS_CODES } from 'node:http'
import type { ErrorContent, Refusal } from './error-body.js'
import { shortened } from './violations.js'

/**
 * Errors as problem details (RFC 9457), `application/problem+json`: `type`, `title`, `status`,
 * `detail`, the stable `code`, and for an invalid request `errors`, each with its place, JSON
 * pointer (as a URI fragment, as in the RFC's example), keyword and sentence.
 *
 * ```ts
 * await app.register(serve(contract, { handlers, security, errorBody: problemDetails }))
 * ```
 */
export function problemDetails({ status, code, message, violations }: Refusal): ErrorContent {
  const errors = violations.map(({ place, pointer, keyword, message: detail }) => {
    return { detail, place, pointer: fragment(pointer), keyword }
  })
  const body = {
    // RFC 9457, section 4.2.1: the title repeats the status.
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    code,
    ...(errors.length > 0 && { errors }),
  }
  return { body, contentType: 'application/problem+json' }
}

/** RFC 6901, section 6. */
function fragment(pointer: string): string {
  return `#${encodeURI(shortened(pointer).toWellFormed()).replaceAll('#', '%23')}`
}

/**
 * Errors as `{ code, message, details }`, as in Google's and Microsoft's APIs: `details` has each rule
 * that an invalid request breaks, and is empty for other errors.
 *
 * ```ts
 * await app.register(serve(contract, { handlers, security, errorBody: errorDetails }))
 * ```
 */
export function errorDetails({ code, message, violations }: Refusal): ErrorContent {
  const details = violations.map(({ pointer, ...violation }) => {
    return { ...violation, pointer: shortened(pointer) }
  })
  return { body: { code, message, details } }
}
