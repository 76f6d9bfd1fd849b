import type { Operation } from '../../conformance/document/contract.js'
import type { Effect } from '../change.js'
import type { OperationPair } from './matching.js'
import {
  type BothOperations,
  type Comparing,
  nameOf,
  type PartEffect,
  writtenOperation,
} from './operation-effects.js'
import { parameterEffects } from './parameters.js'
import { requestBodyEffects } from './request-bodies.js'
import { responseEffects } from './responses.js'
import { securityEffects } from './security.js'
import { ownServerEffects } from './servers.js'

/** Changes of an operation that one document has, or both. */
export function operationEffects(comparing: Comparing, pair: OperationPair): PartEffect[] {
  const both = { ...pair } as BothOperations
  if (pair.new === undefined) return [{ ...removed(comparing, both.old), part: '' }]
  if (pair.old === undefined) return [{ ...added(comparing, both.new), part: '' }]
  return [
    ...wholeEffects(comparing, both, pair.isMoved === true),
    ...ownServerEffects(comparing, both),
    ...securityEffects(comparing, both),
    ...parameterEffects(comparing, both),
    ...requestBodyEffects(comparing, both),
    ...responseEffects(comparing, both),
  ]
}

function removed(comparing: Comparing, operation: Operation): Effect {
  return {
    rule: 'operation-removed',
    severity: 'breaking',
    who: 'clients that call it',
    text: 'the operation is removed',
    old: comparing.old.place(operation.pointer),
    witness: { value: { request: nameOf(operation) } },
  }
}

function added(comparing: Comparing, operation: Operation): Effect {
  const place = comparing.new.place(operation.pointer)
  const shared = { who: 'nobody has to call it', text: 'the operation is new' }
  return { rule: 'operation-added', severity: 'notice', ...shared, new: place }
}

function wholeEffects(
  comparing: Comparing,
  { old, new: kept }: BothOperations,
  isMoved: boolean,
): PartEffect[] {
  const places = {
    part: '',
    old: comparing.old.place(old.pointer),
    new: comparing.new.place(kept.pointer),
  }
  const found: PartEffect[] = []
  if (isMoved) {
    found.push({
      rule: 'operation-moved',
      severity: 'breaking',
      who: 'clients that call it',
      text: `the operation is ${nameOf(kept)} now`,
      witness: { value: { request: nameOf(old) } },
      ...places,
    })
  }
  if (kept.deprecated && !old.deprecated) {
    const shared = { who: 'clients that call it', text: 'the operation is deprecated' }
    found.push({ rule: 'operation-deprecated', severity: 'notice', ...shared, ...places })
  }
  const [before, after] = [
    writtenOperation(comparing.old, old).operation.operationId,
    writtenOperation(comparing.new, kept).operation.operationId,
  ]
  if (before !== undefined && after !== undefined && before !== after) {
    const who = 'clients that are generated'
    const text = `the operationId is ${after}, no longer ${before}`
    found.push({ rule: 'operation-id-changed', severity: 'notice', who, text, ...places })
  }
  return found
}
