import type { Operation, TestedContract } from '../document/contract.js'
import { parentOf, type TestedResource } from './resource.js'

/** One thing with a path of its own that is read and set: `/pets/{petId}/portrait`. */
export interface SingleResource {
  readonly read: Operation
  /** PUT, or else PATCH. */
  readonly set: Operation
  readonly remove: Operation | undefined
  readonly parent: TestedResource | undefined
}

/** Things that are alone in their place: GET, and PUT or PATCH, of a path that is neither an item nor a list. */
export function findSingles(
  { operations }: TestedContract,
  resources: readonly TestedResource[],
): readonly SingleResource[] {
  return operations.flatMap((read) => {
    const own = (wanted: string) =>
      operations.find(({ method, path }) => method === wanted && path === read.path)
    const set = own('PUT') ?? own('PATCH')
    if (read.method !== 'GET' || set === undefined || /\}\/?$/.test(read.path)) return []
    if (resources.some(({ operations: { list } }) => list === read)) return []
    return [{ read, set, remove: own('DELETE'), parent: parentOf(resources, read.path) }]
  })
}
