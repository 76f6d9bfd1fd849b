import type { Operation } from '../document/contract.js'
import type { Kit } from '../run/kit.js'
import { isForbidden } from '../run/permissions.js'
import { operationText } from './report.js'

/** What a run without violations does not prove, of what the kit could have tested. */
export function unprovedBy(kit: Kit, unfinished: readonly string[]): string[] {
  const { contract, coverage, others, stranger, end, permissions } = kit
  const secured = contract.tested.filter(({ security }) => security.length > 0)
  const hasScopes = secured.some(({ security }) =>
    security.some((each) => Object.values(each).some((scopes) => scopes.length > 0)),
  )
  const isKept = (operation: Operation) => isForbidden(permissions, operation)
  const unseen = contract.tested.flatMap((operation) => {
    if (isKept(operation)) return []
    const seen = [...(coverage.statuses.get(operation)?.keys() ?? [])].map(String)
    const missing = operation.responses
      .map(({ status }) => status)
      .filter((status) => /^\d{3}$/.test(status) && !seen.includes(status))
    return missing.length === 0 ? [] : [`${operationText(operation)} (${missing.join(', ')})`]
  })
  const kept = contract.tested.filter(isKept).map(operationText)
  return [
    ...(unfinished.length === 0 ? [] : [`${end.why}; not done: ${listed(unfinished)}.`]),
    ...(unseen.length === 0
      ? []
      : [`Documented statuses that no request has reached: ${listed(unseen)}.`]),
    ...(kept.length === 0 ? [] : [`Operations that were not to be sent: ${listed(kept)}.`]),
    ...(hasScopes && others.length === 0
      ? ['What a credential of fewer scopes may do: none was given.']
      : []),
    ...(secured.length > 0 && stranger === undefined
      ? ['What one user may see and change of another: no second user was given.']
      : []),
    'Whatever only descriptions say, and values, orders and loads that were not tried.',
  ]
}

/** Most entries of a list in a sentence. */
const MOST = 10

function listed(all: readonly string[]): string {
  const more = all.length > MOST ? ` and ${all.length - MOST} more` : ''
  return `${all.slice(0, MOST).join(', ')}${more}`
}
