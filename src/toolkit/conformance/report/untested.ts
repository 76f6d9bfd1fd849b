import type { Operation } from '../document/contract.js'
import { isOpen, satisfiable } from '../requests/credentials.js'
import type { Kit } from '../run/kit.js'
import { leadsToKnown } from '../run/unproven.js'
import { operationText } from './report.js'

/** An operation behind whose refusals nothing was tested: no request to it has succeeded, or few had an answer. */
export interface UntestedOperation {
  /** `POST /plants`. */
  readonly operation: string
  readonly operationId: string
  /** What all its responses were. */
  readonly statuses: readonly string[]
  /** True where most requests met a limit of the server. */
  readonly isLimited?: boolean
  /** What the user can do, as an order. */
  readonly remedy: string
}

/** True for what messages are refused with, whatever operation they are for. */
export function isOfMessage(status: number | string): boolean {
  return /^(40[568]|41[13457]|429|431)$/.test(String(status))
}

/** The operations of a run whose requests were all refused, though the document has a success. */
export function untestedOperations(kit: Kit): UntestedOperation[] {
  return kit.contract.tested.flatMap((operation) => {
    const limited = limitedOperation(kit, operation)
    if (limited !== undefined) return [limited]
    const statuses = Object.keys(Object.fromEntries(kit.coverage.statuses.get(operation) ?? []))
    const telling = statuses.filter((each) => !isOfMessage(each))
    const isRefused = telling.length > 0 && telling.every((each) => /^40[0134]$/.test(each))
    const succeeds = operation.responses.some(({ status }) => /^[23d]/.test(status))
    if (!isRefused || !succeeds) return []
    const { operationId } = operation
    const remedy = remedyFor(kit, operation, statuses)
    return [{ operation: operationText(operation), operationId, statuses, remedy }]
  })
}

/** RFC 6585, section 4: who sends too many requests in a time is to send them later. */
function limitedOperation(kit: Kit, operation: Operation): UntestedOperation | undefined {
  const seen = kit.coverage.statuses.get(operation) ?? new Map<number, number>()
  const all = [...seen.values()].reduce((sum, count) => sum + count, 0)
  if ((seen.get(429) ?? 0) <= all / 2) return undefined
  const { operationId } = operation
  const remedy = 'raise its limit of requests for the test'
  const told = { operation: operationText(operation), operationId, statuses: ['429'], remedy }
  return { ...told, isLimited: true }
}

function remedyFor(kit: Kit, operation: Operation, statuses: readonly string[]): string {
  const ofCredentials = isOpen(operation) ? undefined : credentialFor(kit, operation, statuses)
  if (ofCredentials !== undefined) return ofCredentials
  if (!statuses.includes('404'))
    return 'give an example of its request in the document that the server accepts'
  if (leadsToKnown(kit.identities, operation))
    return 'see whether the server has it at this base URL'
  return 'name a thing that the server has in `identities`'
}

/** What to do where the credential is the reason. */
function credentialFor(
  kit: Kit,
  operation: Operation,
  statuses: readonly string[],
): string | undefined {
  const schemes = operation.security.map((each) => Object.keys(each).join(' and ')).join(' or ')
  if (satisfiable(operation, kit.credentials) === undefined)
    return `give a credential for ${schemes}`
  const refused = kit.violations.find((each) => {
    return each.operation === operation && each.check === 'credentials-accepted'
  })
  const isOnly = (...some: string[]) => statuses.every((each) => some.includes(each))
  if (refused?.status === 401 || isOnly('401'))
    return `give another credential for ${schemes}: this one is refused`
  const mayDoLess = refused !== undefined || isOnly('401', '403')
  return mayDoLess ? `give a credential for ${schemes} that may do this` : undefined
}
