import { grouped } from '../../generator/shared/collections.js'
import { type Action, idNames, rolesOf, spellingIn } from '../../openapi/resources/roles.js'
import { answerOf, questionOf } from '../document/asked-place.js'
import type { Operation, Parameter, TestedContract } from '../document/contract.js'
import { membersOf, readOnlyOf } from '../document/members.js'
import { isOpenIdentity } from '../judge/made-up.js'
import { parametersOf } from '../requests/parts.js'
import { listsBeside } from './lists-beside.js'
import { type CollectionRole, joinMadeBelow, joinWays } from './made-below.js'
import { shapeOf } from './path-shape.js'
import { haveSame, listPlace, type ThingPlace } from './places.js'

/** Things of one kind: what the document says of how they are made, read, changed and removed. */
export interface TestedResource {
  /** Path template of all: `/pets`. */
  readonly collection: string
  /** The path parameter that tells one from another; none if nothing has a path of its own. */
  readonly parameter: Parameter | undefined
  /** Names that the identity may have in bodies, the likeliest first; the first may be learnt of the server. */
  readonly idNames: string[]
  readonly operations: Readonly<Partial<Record<Action, Operation>>>
  /** What a thing of this kind is a part of: `/pets` for `/pets/{petId}/photos`. */
  readonly parent: TestedResource | undefined
  readonly list: ThingPlace | undefined
  /** Searches and exports: operations beside the list that answer with things of this kind. */
  readonly beside: readonly Operation[]
}

/** The operations of a resource, where all that are needed are there. */
export type ResourceOperations = Required<TestedResource['operations']>

/** The operation by which clients make a thing, if there is one. */
export const creationOf = ({ operations: { create, replace } }: TestedResource) => create ?? replace

/** True for what is there or is not, and nothing else: `/notes/{id}/tags/{tag}`. What removes it may be repeated. */
export function isRelation({ operations: { create, replace } }: TestedResource): boolean {
  return create === undefined && replace !== undefined && replace.requestBody === undefined
}

/** The resources of a document, parents before their parts. */
export function findResources(contract: TestedContract): readonly TestedResource[] {
  const all = operationsOf(contract)
  const collections = grouped(all.map((each) => [shapeOf(each.collection), each] as const))
  joinMadeBelow(contract, collections)
  joinWays(contract, collections)
  const found: TestedResource[] = []
  for (const roles of [...collections.values()].toSorted((a, b) => depthOf(a) - depthOf(b))) {
    const [{ collection }] = roles as [CollectionRole]
    const operations = Object.fromEntries(
      roles.toReversed().map(({ action, operation }) => [action, operation]),
    ) as TestedResource['operations']
    const parameter = parameterOf(contract, collection, operations)
    const ids = namesOfId(contract, operations, parameter)
    const list = operations.list && listPlace(contract, operations.list)
    const parent = parentOf(found, madeAt(roles))
    const beside = listsBeside(contract, collection, operations)
    found.push({ collection, parameter, idNames: ids, operations, parent, list, beside })
  }
  return found
}

/** The names of the identity, first as clients send it: `petId` may be `petID` in a path. */
function namesOfId(
  contract: TestedContract,
  { create, replace }: TestedResource['operations'],
  { name }: Pick<Parameter, 'name'> = { name: 'id' },
): string[] {
  const sent = [create, replace].flatMap((each) => (each ? [questionOf(contract, each)] : []))
  const members = new Map(sent.flatMap((schema) => [...membersOf(contract, schema)]))
  return [...new Set([spellingIn(members, [name]) ?? name, ...idNames(name)])]
}

function operationsOf(contract: TestedContract): CollectionRole[] {
  const { operations } = contract
  const roles = rolesOf(operations)
  return operations.flatMap((operation): CollectionRole[] => {
    const { operationId, path, method } = operation
    const role = roles.get(operationId)
    if (role === undefined) {
      const action = actionOf(contract, operation)
      return action === undefined ? [] : [{ action, operation, collection: path }]
    }
    // What stands where a thing would may be a list of its own: `/depots/{depotId}/slots/{day}`.
    if (role.action === 'read' && isBareList(contract, operation)) {
      return [{ action: 'list', operation, collection: path }]
    }
    // A replacement of the whole collection is no matter of one thing.
    if (method === 'PUT' && role.parameter === undefined) return []
    if (role.action === 'list' && listPlace(contract, operation) === undefined) return []
    if (role.action === 'create' && !isCreation(contract, operation)) return []
    return [{ action: role.action, operation, collection: role.resource.collection }]
  })
}

function isBareList(contract: TestedContract, operation: Operation): boolean {
  const list = listPlace(contract, operation)
  return list !== undefined && list.name === undefined
}

/** What an operation does whose things have no paths of their own. */
function actionOf(contract: TestedContract, operation: Operation): Action | undefined {
  if (/\}\/?$/.test(operation.path)) return undefined
  if (operation.method === 'POST') {
    const isMade = isCreation(contract, operation) && saysCreated(contract, operation)
    return isMade ? 'create' : undefined
  }
  if (operation.method !== 'GET' || isSetWhole(contract, operation)) return undefined
  return listPlace(contract, operation) === undefined ? undefined : 'list'
}

/** True for what PUT sets with all its members, though it has a list: opening hours with their days. */
function isSetWhole(contract: TestedContract, read: Operation): boolean {
  const set = contract.operations.find(({ method, path }) => method === 'PUT' && path === read.path)
  const asked = set && membersOf(contract, questionOf(contract, set))
  const names = [...membersOf(contract, answerOf(contract, read)).keys()]
  return asked !== undefined && names.length > 0 && names.every((name) => asked.has(name))
}

/**
 * True for a POST that answers with one thing, or with nothing: a search answers with a list. What is created may have
 * a list of its own.
 */
function isCreation(contract: TestedContract, operation: Operation): boolean {
  const list = listPlace(contract, operation)
  const isCreated = operation.responses.some(({ status }) => status === '201')
  return list === undefined || (isCreated && list.name !== undefined)
}

/** True if the document says that a POST makes something: other POSTs do something with what they are sent. */
function saysCreated(contract: TestedContract, operation: Operation): boolean {
  const answers = (status: string) => operation.responses.some((each) => each.status === status)
  // What answers with the thing that its path is below has done something with that.
  const whole = operation.path.slice(0, operation.path.lastIndexOf('/'))
  const read = contract.operations.find(({ method, path }) => method === 'GET' && path === whole)
  const [own, asked] = [answerOf(contract, operation), questionOf(contract, operation)]
  if (answers('201')) return true
  if (read !== undefined && haveSame(contract, own, answerOf(contract, read))) return false
  return answers('409') || haveSame(contract, own, asked)
}

/** The parameter behind a collection, of a thing or of what is below it alone: `/rooms/{code}/bookings`. */
function parameterOf(
  { operations: all }: TestedContract,
  collection: string,
  { read, replace, change, remove }: TestedResource['operations'],
): Parameter | undefined {
  const start = `${shapeOf(collection)}/{}/`
  const below = all.find(({ path }) => shapeOf(path).startsWith(start))
  const leading = read ?? replace ?? change ?? remove ?? below
  // Documents list parameters in any order.
  const own = leading?.path.split('/')[collection.split('/').length] ?? ''
  return (
    leading &&
    parametersOf(leading).find((each) => each.in === 'path' && own.includes(`{${each.name}}`))
  )
}

/** What a thing at a path is a part of. */
export function parentOf(
  known: readonly TestedResource[],
  path: string,
): TestedResource | undefined {
  const shape = shapeOf(path)
  return known.findLast(
    ({ collection, parameter }) =>
      parameter !== undefined && shape.startsWith(`${shapeOf(collection)}/{}/`),
  )
}

/** Path template of the collection that things are made in. */
function madeAt(roles: readonly CollectionRole[]): string {
  const create = roles.find(({ action }) => action === 'create') ?? roles[0]
  return (create as CollectionRole).collection
}

function depthOf(roles: readonly CollectionRole[]): number {
  return shapeOf(madeAt(roles)).split('{}').length
}

/** The member by which the client chooses the identity of a new thing, if it may. */
export function chosenName(contract: TestedContract, resource: TestedResource): string | undefined {
  const { create } = resource.operations
  const question = create && questionOf(contract, create)
  if (create === undefined || question === undefined) return undefined
  const [members, readOnly] = [membersOf(contract, question), readOnlyOf(contract, question)]
  return chosenNames(resource)
    .filter((name) => members.has(name) && !readOnly.has(name))
    .find((name) => !isOpenIdentity(contract, create, question, name))
}

/** Names of identities that clients choose. A `name` or a `key` is one only where the path or the server calls it so. */
export function chosenNames({ idNames: [first, ...others], parameter }: TestedResource): string[] {
  const own = parameter?.name.toLowerCase() ?? ''
  const isChosen = (name: string) => !['key', 'name'].includes(name) || own.endsWith(name)
  return [first as string, ...others.filter(isChosen)]
}
