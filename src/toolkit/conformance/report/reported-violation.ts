import { grouped } from '../../generator/shared/collections.js'
import type { TestedContract } from '../document/contract.js'
import { isRaw } from '../exchange/request.js'
import { CHECKS, type CheckName } from '../judge/checks.js'
import type { ContractViolation } from '../run/violation.js'
import { faultOf, keyOf } from '../run/violation-log.js'
import type { Masks } from '../secrets/masks.js'
import type { CommandWriter } from './command-writer.js'
import { responseText } from './response-text.js'

/** A request of a violation as a person repeats it, and what came of it. Secrets are variables. */
export interface ReportedStep {
  /** A command for a POSIX shell. */
  readonly command: string
  readonly response: string
}

/** A rule that the server breaks, with all cases that showed the same. */
export interface ReportedViolation {
  /** Stable name of the check. */
  readonly check: CheckName
  /** The fault in a few words. */
  readonly title: string
  /** Source of the rule: a section of OpenAPI, or of an RFC. */
  readonly source: string
  /** `POST /plants`; empty where it is of no operation. */
  readonly operation: string
  readonly operationId: string
  /** JSON pointer of the rule in the document. */
  readonly pointer: string
  /** Its `file:line:column`. */
  readonly location: string
  /** What the case did. */
  readonly what: string
  readonly expected: string
  readonly received: string
  /** The requests of the case, in order; the last one shows the fault. */
  readonly steps: readonly ReportedStep[]
  /** Number of cases with the same check, pointer and status. */
  readonly count: number
  /** True if it came only sometimes when the case was repeated. */
  readonly isFlaky: boolean
  /** The same for the same fault in another run: for baselines. */
  readonly key: string
}

/** How requests and texts are written without secrets. */
interface Writing {
  readonly masks: Masks
  /** For the kit's own words. */
  readonly ownMasks: Masks
  readonly writer: CommandWriter
}

/** Violations as reports show them: one entry for the same check, pointer and status. */
export function reportedViolations(
  contract: TestedContract,
  violations: readonly ContractViolation[],
  writing: Writing,
): ReportedViolation[] {
  const groups = grouped(violations.map((each) => [faultOf(each), each] as const))
  return [...groups.values()].map((group) => {
    const shortest = group.find(({ steps }) => steps.length > 0) ?? group[0]
    return reported(contract, shortest as ContractViolation, group, writing)
  })
}

function reported(
  contract: TestedContract,
  violation: ContractViolation,
  group: readonly ContractViolation[],
  { masks, ownMasks, writer }: Writing,
): ReportedViolation {
  const { check, operation, pointer, what, expected, received, source } = violation
  const steps = violation.steps.map(({ request, outcome }) => ({
    isRead: !isRaw(request) && request.method === 'GET',
    command: writer.command(request),
    response: masks.shown(responseText(outcome)),
  }))
  // A server that may be late is read again and again.
  const told = steps.filter(({ isRead, command, response }, at) => {
    const before = steps[at - 1]
    return !isRead || command !== before?.command || response !== before.response
  })
  return {
    check,
    ...CHECKS[check],
    ...(source !== undefined && { source }),
    operation: operation === undefined ? '' : `${operation.method} ${operation.path}`,
    operationId: operation?.operationId ?? '',
    pointer,
    location: contract.locate(pointer),
    what: ownMasks.shown(what),
    expected: ownMasks.shown(expected),
    received: masks.shown(received),
    steps: told.map(({ command, response }) => ({ command, response })),
    count: group.length,
    isFlaky: group.every(({ isFlaky }) => isFlaky),
    key: keyOf(violation),
  }
}
