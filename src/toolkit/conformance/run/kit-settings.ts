import type { TestedContract } from '../document/contract.js'
import type { Credentials } from '../requests/credentials.js'
import type { OtherCredential } from '../requests/given-credentials.js'
import type { Pacing } from '../target/pace.js'
import type { TestTarget } from '../target/test-target.js'
import type { Permissions } from './permissions.js'
import type { FoundViolation } from './violation-log.js'

export interface KitSettings {
  readonly contract: TestedContract
  readonly target: TestTarget
  readonly pace?: Pacing
  readonly credentials: Credentials
  /** Credentials that may do less, or belong to somebody else. */
  readonly others?: readonly OtherCredential[]
  readonly seed: number
  /** Milliseconds for the whole run. */
  readonly time: number
  /** Milliseconds until a request counts as unanswered. */
  readonly requestTime: number
  /** Ends the run before its time. */
  readonly signal?: AbortSignal | undefined
  /** True for a violation that ends the run. */
  readonly isEnough?: (violation: FoundViolation) => boolean
  /** Milliseconds after which a response is late, if there is a limit. */
  readonly responseTime?: number | undefined
  /** Milliseconds that the server may be late with what it shows. */
  readonly late: number
  readonly permissions?: Permissions
  /** True if a thing is for the user who made it only. */
  readonly owners?: boolean
}
