/** Faults at the bodies of refusals of the body. */

import { type Fault, faultsOf } from '../fault.js'

const ERROR_FAULTS = `
  400-is-200 | What breaks the schema is answered 200 with an error. | documented status | error 400: {status: 200}
  400-is-500 | What breaks the schema makes the server fail. | no 5xx | error 400: {status: 500}
  400-as-text | A 400 is plain text. | error body | error 400: {text: Bad Request}
  400-without-body | A 400 has no body. | error body | error 400: {body: null}
  415-as-text | A 415 is plain text. | error body | error 415: {text: Unsupported Media Type, headers: {}}
`

export function errorFaults(): Fault[] {
  return faultsOf('error body', ERROR_FAULTS)
}
