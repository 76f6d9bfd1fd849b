import type { Fault } from './fault.js'
import { authFaults } from './shared/auth.js'
import { errorFaults } from './shared/errors.js'
import { framingFaults, violentFaults } from './shared/framing.js'
import { httpFaults } from './shared/http.js'
import { jsonFaults } from './shared/json.js'
import { mediaFaults } from './shared/media.js'

/** A request with a JSON body that a correct server accepts. */
export interface Sample {
  /** Begins the names of faults. */
  readonly prefix: string
  readonly operation: string
  readonly path: string
  /** An object with two members or more. */
  readonly text: string
  readonly type: string
}

/** Faults that a server of any contract can have at the operation of a sample. */
export function sharedFaults(sample: Sample, token: string): Fault[] {
  return [
    ...jsonFaults(sample),
    ...mediaFaults(sample),
    ...authFaults(sample, token),
    ...httpFaults(sample),
    ...errorFaults(),
    ...framingFaults(sample),
    ...violentFaults('aaaaa'),
  ].map((fault) => ({ ...fault, name: `${sample.prefix}${fault.name}` }))
}
