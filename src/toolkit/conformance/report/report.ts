import type { Operation } from '../document/contract.js'
import type { ReportedViolation } from './reported-violation.js'
import type { UntestedOperation } from './untested.js'

/** What a run has seen of an operation. */
export interface OperationCoverage {
  /** `POST /plants`. */
  readonly operation: string
  readonly operationId: string
  /** Documented statuses, ranges and `default`. */
  readonly documented: readonly string[]
  /** Number of responses by status. */
  readonly seen: Readonly<Record<string, number>>
  /** JSON pointers of the rules that cases were made for. */
  readonly tried: readonly string[]
}

/** The result of a run. */
export interface Report {
  /** True if nothing was found and something was tested. */
  readonly isClean: boolean
  /** Rules that the server breaks, without those of the baseline. */
  readonly violations: readonly ReportedViolation[]
  /** Number of violations that the baseline knows. */
  readonly known: number
  /** Behaviour that the document leaves open, and what could not be tested. */
  readonly notes: readonly string[]
  readonly coverage: readonly OperationCoverage[]
  /** Operations whose requests were all refused, with what to do about it. */
  readonly untested: readonly UntestedOperation[]
  /** What a run without violations does not prove. */
  readonly unproved: readonly string[]
  /** Number of requests. */
  readonly requests: number
  readonly seed: number
  /** Seconds. */
  readonly time: number
  /** True if the time was up, or the run was ended, before all cases were run. */
  readonly isCut: boolean
  /** The base URL. */
  readonly target: string
  /** File, title and version of the document. */
  readonly document: { readonly file: string; readonly title: string; readonly version: string }
}

/** Exit code of a command: 0 for a clean run, 1 for violations, 2 if nothing of an operation could be tested. */
export function exitCodeOf({
  violations,
  coverage,
  untested,
}: Pick<Report, 'violations' | 'coverage' | 'untested'>): 0 | 1 | 2 {
  if (coverage.some(isReached)) return violations.length > 0 ? 1 : untested.length > 0 ? 2 : 0
  // Where every request is refused for its credentials, those are wrong, not the server.
  const statuses = coverage.flatMap(({ seen }) => Object.keys(seen))
  const isLetIn = statuses.some((status) => status !== '401' && status !== '403')
  return isLetIn && violations.length > 0 ? 1 : 2
}

/** True if a request to the operation has succeeded: else nothing behind its refusals was tested. */
export function isReached({ seen }: Pick<OperationCoverage, 'seen'>): boolean {
  return Object.keys(seen).some((status) => Number(status) < 400)
}

/** How an operation is called in reports. */
export function operationText({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`
}
