import type { ErrorContent, Refusal } from './error-body.js'
import { shortened } from './violations.js'

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
