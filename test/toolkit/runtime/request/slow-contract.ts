import type { Test } from 'tap'
import { contractOf } from '../../../helpers/serve-document.js'

/** A contract of one operation, `work`, which takes and returns any JSON. */
export function slowContract(t: Test) {
  return contractOf(
    t,
    `
openapi: 3.1.0
info: { title: Slow, version: '1' }
paths:
  /: { post: { operationId: work,
    requestBody: { content: { application/json: { schema: true } } },
    responses: { '200': { description: Done., content: { application/json: { schema: true } } } } } }
`,
  )
}

/** A whole request to `work`. */
export const REQUEST =
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
