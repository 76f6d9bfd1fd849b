import { literalPattern } from '../../openapi/path-template.js'
import type { Action } from '../../openapi/resources/roles.js'
import { answerOf } from '../document/asked-place.js'
import type { Operation, TestedContract } from '../document/contract.js'
import { shapeOf } from './path-shape.js'
import { haveSame, listPlace } from './places.js'
import { documents } from './scenario.js'

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
    const list = roles.find(({ action }) => action === 'list')
    const away = other === undefined && list && pathAway(contract, shape, name)
    if (away) collections.set(shapeOf(away), [{ ...list, collection: away }, create])
    else if (other === undefined || others.length > 1) continue
    other?.[1].push(...roles)
    collections.delete(shape)
  }
}

/** The path elsewhere of which only what is below it is there: `/bookings` for `/bookings/{id}/cancel`. */
function pathAway({ operations }: TestedContract, shape: string, name: string): string | undefined {
  const below = new RegExp(`^(.*/${literalPattern(name)})/\\{[^{}]+\\}/`)
  const found = operations.flatMap(({ path }) => below.exec(path)?.[1] ?? [])
  const [own, ...others] = [...new Set(found.filter((each) => shapeOf(each) !== shape))]
  return others.length > 0 || found.some((each) => shapeOf(each) === shape) ? undefined : own
}

/** One of the ways to add to a list has a name of its own: `/points/earn` beside `/points/redeem`. */
export function joinWays(
  contract: TestedContract,
  collections: Map<string, CollectionRole[]>,
): void {
  for (const [shape, roles] of collections) {
    const [list] = roles
    if (list?.action !== 'list' || roles.length > 1) continue
    const listed = listPlace(contract, list.operation)?.schema
    const ways = [...collections].filter(([other, [way, ...more]]) => {
      if (way?.action !== 'create' || more.length > 0) return false
      if (!documents(way.operation, 201) || other.replace(/\/[^/{}]+$/, '') !== shape) return false
      return haveSame(contract, listed, answerOf(contract, way.operation))
    })
    // What is in no conflict adds always.
    const own = ways.find(([, [way]]) => way && !documents(way.operation, 409)) ?? ways[0]
    if (own === undefined) continue
    roles.push(...own[1])
    collections.delete(own[0])
  }
}

function isOfItem({ action }: CollectionRole): boolean {
  return action !== 'create' && action !== 'list'
}
