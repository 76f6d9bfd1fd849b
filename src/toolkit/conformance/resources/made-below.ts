import type { Action } from '../../openapi/resources/roles.js'
import type { Operation, TestedContract } from '../document/contract.js'
import { answerOf, haveSame } from './places.js'

export interface CollectionRole {
  readonly action: Action
  readonly operation: Operation
  readonly collection: string
}

/**
 * Things that are made and listed below others, and have a path of their own elsewhere: `/rooms/{roomId}/bookings` and
 * `/bookings/{id}`, where both answer with the same.
 *
 * @param collections - The operations by the shapes of their collections; those below others move to the other path.
 */
export function joinMadeBelow(
  contract: TestedContract,
  collections: Map<string, CollectionRole[]>,
): void {
  for (const [shape, roles] of collections) {
    const [, name] = /\{\}\/([^{}/]+)$/.exec(shape) ?? []
    const create = roles.find(({ action }) => action === 'create')
    if (name === undefined || create === undefined || roles.some(isOfItem)) continue
    const made = answerOf(contract, create.operation)
    const others = [...collections].filter(([other, items]) => {
      const read = items.find(({ action }) => action === 'read')
      const isAlone = items.every(isOfItem) && other !== shape && other.endsWith(`/${name}`)
      return isAlone && read && haveSame(contract, made, answerOf(contract, read.operation))
    })
    const [other] = others
    if (other === undefined || others.length > 1) continue
    other[1].push(...roles)
    collections.delete(shape)
  }
}

function isOfItem({ action }: CollectionRole): boolean {
  return action !== 'create' && action !== 'list'
}
