import type { Operation } from '../document/contract.js'
import type { CheckName } from '../judge/checks.js'
import { STATE_CHECKS } from '../judge/state-checks.js'
import type { Kit } from '../run/kit.js'
import type { ContractViolation } from '../run/violation.js'
import { isOfMessage } from './untested.js'

/** What makes a run see more than is wrong stands first: a server that fails, and one that refuses what is right. */
const CAUSES: readonly (readonly CheckName[])[] = [
  ['credentials-accepted'],
  ['response-present', 'no-server-error'],
  ['example-accepted', 'valid-accepted'],
]

/**
 * The violations of a run, a consequence below its cause. Where a server has taken no credential for an operation, what
 * was expected of its requests follows from that: one violation says so. Where it has taken no request, one says that it
 * refuses valid ones.
 */
export function violationsOf(kit: Kit): readonly ContractViolation[] {
  const all = kit.violations.toSorted((one, other) => rankOf(one) - rankOf(other))
  const first = all.find((each) => isLockedOut(kit, each))
  const told = new Set<Operation>()
  return all.filter((each) => {
    if (isLockedOut(kit, each)) return each === first
    const { operation } = each
    if (operation === undefined || !isShut(kit, each)) return true
    const isFirst = !told.has(operation)
    told.add(operation)
    return isFirst
  })
}

function rankOf({ check }: ContractViolation): number {
  const at = CAUSES.findIndex((each) => each.includes(check))
  if (at >= 0) return at
  return CAUSES.length + (check in STATE_CHECKS || check === 'round-trip' ? 1 : 0)
}

/**
 * True for a refusal of the credentials where all requests to the operation have met one, but for what is refused before
 * anybody looks at credentials: a malformed message.
 */
function isLockedOut({ coverage }: Kit, { operation, status, expect }: ContractViolation): boolean {
  if (operation === undefined || expect === undefined || !isRefusal(status)) return false
  const statuses = [...(coverage.statuses.get(operation)?.keys() ?? [])]
  return statuses.every((each) => isRefusal(each) || each === 400 || isOfMessage(each))
}

/** True for a valid request that is refused as all others to the operation are. */
function isShut({ coverage }: Kit, { check, operation }: ContractViolation): boolean {
  if (operation === undefined || check !== 'valid-accepted') return false
  return [...(coverage.statuses.get(operation)?.keys() ?? [])].every((each) => each >= 400)
}

const isRefusal = (status: number) => status === 401 || status === 403
