import { isResponse } from '../exchange/response.js'
import type { Finding } from '../judge/finding.js'
import type { CaseRun, FoundIn } from './case-run.js'
import type { CaseSubject } from './trial.js'
import type { ContractViolation, Step } from './violation.js'

/** How often a case is repeated before what it found is reported. */
const REPETITIONS = 2

/** Cases of one violation that are repeated: what a server does everywhere is found thousands of times. */
const SURE = 3

export type FoundViolation = Omit<ContractViolation, 'status'>

/**
 * The violations of a run. Of the cases that show the same fault a report has the shortest: the requests of the others
 * are let go, since a server that is wrong everywhere breaks a rule thousands of times.
 */
export class ViolationLog {
  readonly #all: ContractViolation[] = []
  /** Indexes of the shortest cases, by the fault that they show. */
  readonly #shortest = new Map<string, number>()

  /** Keys of violations that came again when they were repeated, and how often that was so. */
  readonly #confirmed = new Map<string, number>()

  get all(): readonly ContractViolation[] {
    return this.#all
  }

  /** How often a case is repeated: not where others have shown the same, or where the server did not answer. */
  repetitionsOf({ operation }: CaseSubject, { findings, isUnanswered }: CaseRun): number {
    const isSure = findings.every((each) => {
      const key = keyOf({ ...(operation && { operation }), ...each })
      return (this.#confirmed.get(key) ?? 0) >= SURE
    })
    return isUnanswered || isSure ? 0 : REPETITIONS
  }

  add(found: FoundViolation): void {
    // A machine may be slow for a moment.
    if (found.check === 'response-time' && found.isFlaky) return
    const key = keyOf(found)
    if (!found.isFlaky) this.#confirmed.set(key, (this.#confirmed.get(key) ?? 0) + 1)
    const received = copyOf(found.received)
    const violation = { ...found, received, status: statusOf(found.steps) }
    const fault = faultOf(violation)
    const at = this.#shortest.get(fault)
    const known = at === undefined ? undefined : this.#all[at]
    if (known !== undefined && sizeOf(known) <= sizeOf(violation)) {
      this.#all.push({ ...violation, steps: [] })
      return
    }
    if (at !== undefined && known !== undefined) this.#all[at] = { ...known, steps: [] }
    this.#shortest.set(fault, this.#all.length)
    this.#all.push(violation)
  }
}

/** What a case found, as it and its repetitions tell it. */
export function violationOf(
  { operation, what }: CaseSubject,
  finding: FoundIn,
  repeated: readonly CaseRun[],
): FoundViolation {
  const isSame = ({ check, pointer, aspect }: Finding) =>
    check === finding.check && pointer === finding.pointer && aspect === finding.aspect
  const isFlaky = repeated.some(({ findings, isCut }) => !isCut && !findings.some(isSame))
  return { ...(operation && { operation }), ...finding, what, isFlaky }
}

/** A part of a text keeps the whole of it in memory, which may be a long body; a copy does not. */
function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

/** The same for the same fault: check, operation, rule and status. */
export function faultOf(violation: ContractViolation): string {
  return `${keyOf(violation)} ${violation.status}`
}

/** The same for the same fault in another run. */
export function keyOf({
  check,
  operation,
  pointer,
  aspect,
}: Pick<ContractViolation, 'check' | 'operation' | 'pointer' | 'aspect'>): string {
  return [check, operation?.operationId ?? '-', pointer, ...(aspect ? [aspect] : [])].join(' ')
}

function statusOf(steps: readonly Step[]): number {
  const outcome = steps.at(-1)?.outcome
  return outcome !== undefined && isResponse(outcome) ? outcome.status : 0
}

/** Bytes that are sent: the shortest case says most. */
function sizeOf({ steps }: ContractViolation): number {
  return steps.reduce((sum, { request }) => {
    if ('bytes' in request) return sum + request.bytes.length
    return sum + request.target.length + (request.body?.length ?? 0) + 50
  }, 0)
}
