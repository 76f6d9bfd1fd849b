import { type Fault, faultsOf } from './fault.js'
import { authFaults } from './shared/auth.js'
import { framingFaults, violentFaults } from './shared/framing.js'
import { httpFaults } from './shared/http.js'
import { jsonFaults } from './shared/json.js'
import { mediaFaults } from './shared/media.js'

/** A request with a JSON body that a correct server accepts. */
export interface Sample {
  readonly prefix: string
  readonly operation: string
  readonly path: string
  /** An object with two members or more. */
  readonly text: string
  readonly type: string
}

/** Bodies of refusals of the body. */
const ERROR_FAULTS = `
  400-is-200 | What breaks the schema is answered 200 with an error. | documented status | error 400: {status: 200}
  400-is-500 | What breaks the schema makes the server fail. | no 5xx | error 400: {status: 500}
  400-as-text | A 400 is plain text. | error body | error 400: {text: Bad Request}
  400-without-body | A 400 has no body. | error body | error 400: {body: null}
  415-as-text | A 415 is plain text. | error body | error 415: {text: Unsupported Media Type, headers: {}}
`

/** Faults that a server of any contract can have at the operation of a sample. */
export function sharedFaults(sample: Sample, token: string): Fault[] {
  return [
    ...jsonFaults(sample),
    ...mediaFaults(sample),
    ...authFaults(sample, token),
    ...httpFaults(sample),
    ...faultsOf('error body', ERROR_FAULTS),
    ...framingFaults(sample),
    ...violentFaults('aaaaa'),
  ].map((fault) => ({ ...fault, name: `${sample.prefix}${fault.name}` }))
}
