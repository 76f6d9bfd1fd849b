import {
  isCursor,
  isNextHeader,
  isNextMember,
  isSortName,
  LIMITS,
  OFFSETS,
  PAGES,
} from '../../openapi/resources/names.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { answerOf } from '../document/asked-place.js'
import type { Operation, Parameter, TestedContract } from '../document/contract.js'
import { membersOf, typesOf } from '../document/members.js'
import { parametersOf } from '../requests/parts.js'
import { isReferring } from '../requests/without.js'
import { isExport } from './lists-beside.js'
import { listPlace, recordsPlace, type ThingPlace } from './places.js'
import type { TestedResource } from './resource.js'
import { dividerOf, type SearchBody, searchBody } from './search-body.js'
import { identityIn } from './thing.js'

/** What divides a list: a parameter of the query, a member of one, or a member of the body. */
export interface Divider extends Pick<Parameter, 'name' | 'schema' | 'default'> {
  readonly parameter?: Parameter
}

export interface ListView {
  readonly operation: Operation
  readonly place: ThingPlace
  readonly limit: Divider | undefined
  readonly offset: Divider | undefined
  readonly page: Divider | undefined
  readonly cursor: Divider | undefined
  /** True if the document says where a page has the cursor of the next one. */
  readonly tellsCursor: boolean
  /** The cursor of the page behind an item, where it is the identity of that. */
  cursorBehind?(item: unknown): unknown
  /** Parameters of the query that do not divide the list. */
  readonly others: readonly Parameter[]
  /** True if the list is selected, unless a request says otherwise. */
  readonly isSelected: boolean
  /** True if a parameter may say how many items a page has, in a name that is not known. */
  readonly mayHaveLimit: boolean
  /** What selects the list, and divides it, where the body does. */
  readonly body?: SearchBody
}

export function listView(contract: TestedContract, resource: TestedResource): ListView | undefined {
  const { list: operation } = resource.operations
  if (operation === undefined || resource.list === undefined) return undefined
  return viewOf(contract, resource, operation, resource.list)
}

/** What the document says of searches and exports. */
export function viewsBeside(contract: TestedContract, resource: TestedResource): ListView[] {
  return resource.beside.map((operation) => {
    const place = listPlace(contract, operation) ?? recordsPlace(contract, operation)
    return viewOf(contract, resource, operation, place as ThingPlace)
  })
}

export function isOfAll({ operation, isSelected }: ListView): boolean {
  return isExport(operation) && !isSelected
}

function viewOf(
  contract: TestedContract,
  resource: TestedResource,
  operation: Operation,
  place: ThingPlace,
): ListView {
  const body = operation.method === 'GET' ? undefined : searchBody(contract, operation)
  const query = parametersOf(operation).filter((each) => each.in === 'query')
  const among: readonly Divider[] = body?.dividers ?? dividersIn(contract, query)
  const named = (names: readonly string[], inside: readonly string[] = []) =>
    among.find(
      ({ name, schema, parameter }) =>
        [...names, ...(parameter || PAGING.test(name) ? inside : [])].includes(ownName(name)) &&
        isNumber(contract, schema),
    )
  const [limit, offset, page] = [named(LIMITS), named(OFFSETS), named(PAGES, ['number'])]
  const cursor = among.find(({ name }) => isCursor(ownName(name)) || LAST_ID.test(ownName(name)))
  const dividing = [limit, offset, page, cursor]
  const others = query.filter((each) =>
    dividing.every((one) => one !== each && one?.parameter !== each),
  )
  const isSelected = others.some((each) => isSelecting(contract, each))
  const hasNext = namesNext(contract, operation)
  const isOfItems = cursor !== undefined && !hasNext && isLastId(cursor)
  const tellsCursor = hasNext || isOfItems
  const mayHaveLimit = limit === undefined && others.some((each) => isAboutPages(contract, each))
  return {
    ...{ operation, place, limit, offset, page, cursor, tellsCursor, others, isSelected },
    mayHaveLimit,
    ...(isOfItems && { cursorBehind: (item) => identityIn(contract, resource, item) }),
    ...(body && { body }),
  }
}

/** Names of the identity of the last item that is known. */
const LAST_ID = /^(starting_?after|(after|last)_?id)$/i

function isLastId({ name, schema, ...divider }: Divider): boolean {
  const said = Object(divider).description ?? Object(schema).description
  return LAST_ID.test(name) || /\bids? of\b/i.test(`${said}`)
}

/** True for what selects items of any list that is asked for: a default, or what a request has to say. */
function isSelecting(contract: TestedContract, parameter: Parameter): boolean {
  const { name, schema, required } = parameter
  if (isSort(parameter) || isReferring(contract, name, schema)) return false
  return parameter.default !== undefined || (required && !/version/i.test(name))
}

/** `page[size]` is named as `size` is. */
const PAGING = /^(?:page|paging|pagination)\[(\w+)\]$/

function ownName(name: string): string {
  return PAGING.exec(name)?.[1] ?? name
}

/** Parameters of the query, and the members of those that are about pages. */
function dividersIn(contract: TestedContract, query: readonly Parameter[]): readonly Divider[] {
  return query.flatMap((parameter): Divider[] => {
    if (!PAGING.test(`${parameter.name}[size]`)) return [parameter]
    const members = [...membersOf(contract, parameter.schema)]
    const dividers = members.map(([name, schema]) => ({ ...dividerOf(name, schema), parameter }))
    return dividers.length === 0 ? [parameter] : dividers
  })
}

function isAboutPages(contract: TestedContract, { name, schema }: Parameter): boolean {
  const isOfPages = /page|paging|pagination|rows|count|first|take|top|batch|chunk|window/i.test(
    name,
  )
  return isOfPages && typesOf(contract, schema).every((each) => /integer|number|object/.test(each))
}

export function isDivided({ limit, offset, page, cursor }: ListView): boolean {
  return limit !== undefined && (offset ?? page ?? cursor) !== undefined
}

function isNumber(contract: TestedContract, schema: Schema): boolean {
  return typesOf(contract, schema).every((each) => each === 'integer' || each === 'number')
}

/** True if a success has a member or a header that leads to the next page, by the document. */
function namesNext(contract: TestedContract, operation: Operation): boolean {
  const members = membersOf(contract, answerOf(contract, operation)).keys()
  const headers = operation.responses
    .filter(({ status }) => /^2/.test(status))
    .flatMap((response) => response.headers.map(({ name }) => name))
  return [...members].some(isNextMember) || headers.some(isNextHeader)
}

export function isSort({ name }: Pick<Parameter, 'name'>): boolean {
  return isSortName(name)
}
