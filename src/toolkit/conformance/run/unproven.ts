import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import type { Operation, TestedContract } from '../document/contract.js'
import { membersOf } from '../document/members.js'
import { headerOf, isRaw } from '../exchange/request.js'
import { isResponse } from '../exchange/response.js'
import { type Credentials, satisfiable } from '../requests/credentials.js'
import type { Identities } from '../requests/identities.js'
import { parametersOf } from '../requests/parts.js'
import { ACCEPTED } from './expectation.js'
import type { Trial } from './trial.js'
import type { Step } from './violation.js'

/** What a run knows of the server. */
export interface Known {
  readonly contract: TestedContract
  readonly credentials: Credentials
  readonly identities: Identities
  readonly notes: Set<string>
}

/**
 * True for a refusal that says nothing of the case: the run has no credential for the operation, does not know a
 * thing that the path leads to, adds to what is there already, or has steps that cannot be done.
 */
export function isUnproven(
  { contract, credentials, identities, notes }: Known,
  { operation, expect }: Pick<Trial, 'operation' | 'expect'>,
  { request, outcome }: Step,
): boolean {
  if (operation === undefined || !isResponse(outcome)) return false
  const { status } = outcome
  if ([400, 409, 422].includes(status) && isJsonPatch(request)) return expect === ACCEPTED
  if (status === 404) return expect === ACCEPTED && !leadsToKnown(identities, operation)
  if (status === 400 || status === 422)
    return expect === ACCEPTED && mayOverflow(contract, operation)
  const isForCredentials = status === 401 || status === 403
  if (!isForCredentials || satisfiable(operation, credentials) !== undefined) return false
  const names = operation.security.map((each) => Object.keys(each).join(' and '))
  notes.add(`No credential is given for ${names.join(' or ')}: what asks for it is not tested.`)
  return true
}

/** Few schemas say which steps are some (RFC 6902, section 4), and none what there is for them (RFC 5789, section 2.2). */
function isJsonPatch(request: Step['request']): boolean {
  const type = isRaw(request) ? undefined : headerOf(request, 'content-type')
  return /^application\/json-patch\+json\b/i.test(type ?? '')
}

/** A member that a patch adds to a map may be one too many for it (RFC 7396, section 2). */
function mayOverflow(contract: TestedContract, { method, requestBody }: Operation): boolean {
  if (method !== 'PATCH') return false
  const schemas = requestBody?.content.flatMap(({ schema = [] }) => schema) ?? []
  const members = schemas.flatMap((name) => [
    ...membersOf(contract, contract.reference(name)).values(),
  ])
  return members.some((each) =>
    conjunctsOf(each, contract.target).some(({ maxProperties }) => maxProperties !== undefined),
  )
}

/** True if the path leads to something, as far as the run knows. */
export function leadsToKnown(identities: Identities, operation: Operation): boolean {
  return parametersOf(operation).every(
    (each) => each.in !== 'path' || identities.valueOf(operation, each) !== undefined,
  )
}
