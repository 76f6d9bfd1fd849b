import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import { answerOf } from '../document/asked-place.js'
import type { Operation, TestedContract } from '../document/contract.js'
import { shapeOf } from './path-shape.js'
import { listPlace, recordsPlace } from './places.js'
import type { TestedResource } from './resource.js'

/** Operations that select things by what a request says. */
const SEARCH = /search|query|find|filter|lookup/i

/** Operations that answer with all things. */
const EXPORT = /export|dump/i

/** Searches and exports of the things of a collection: they have names that say so, and items of the same schema. */
export function listsBeside(
  contract: TestedContract,
  collection: string,
  { read, list, create }: TestedResource['operations'],
): readonly Operation[] {
  const item = (read && answerOf(contract, read)) ?? (list && listPlace(contract, list)?.schema)
  const own = new Set(conjunctsOf(item, contract.target).filter((each) => each.properties))
  return contract.operations.filter((operation) => {
    if (operation === list || operation === create || !isNear(operation, collection)) return false
    if (!isSearch(operation) && !isExport(operation)) return false
    const place = listPlace(contract, operation) ?? recordsPlace(contract, operation)
    return conjunctsOf(place?.schema, contract.target).some((each) => own.has(each))
  })
}

/** True for a path that needs to know of no thing but those that the collection is a part of. */
function isNear({ path }: Operation, collection: string): boolean {
  const [shape, start] = [shapeOf(path), shapeOf(collection)]
  const rest = shape.startsWith(`${start}/`) ? shape.slice(start.length) : shape
  return !rest.includes('{')
}

function nameOf({ operationId, path }: Operation): string {
  return `${operationId} ${path.slice(path.lastIndexOf('/') + 1)}`
}

export function isSearch(operation: Operation): boolean {
  return /^(GET|POST|QUERY)$/.test(operation.method) && SEARCH.test(nameOf(operation))
}

/** True if the document says that an operation answers with all things. */
export function isExport(operation: Operation): boolean {
  const { method, summary = '', description = '' } = operation
  const isNamed = method === 'GET' && EXPORT.test(nameOf(operation))
  return isNamed && /\b(all|every|each|whole|entire)\b/i.test(`${summary} ${description}`)
}
