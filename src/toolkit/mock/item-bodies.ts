import { isObject } from '../openapi/json.js'
import { firstPage, isPosition, LIMITS, PAGES } from '../openapi/resources/names.js'
import type { OperationContract } from '../runtime/contract/contract.js'
import type { OperationResult } from '../runtime/contract/handler.js'
import type { ResourceRequest } from './call.js'
import { type Envelope, itemIn, listEnvelope, mostElements, opened, sealed } from './envelope.js'
import { bodiesOf, fitted, keyOf, placed } from './fitting.js'
import type { Item, ItemShape } from './item-shape.js'
import type { Sources } from './mock-body.js'
import { withOwnId } from './overlaid.js'
import { withPages } from './pages.js'
import { described, propertiesOf } from './schema-parts.js'
import { ownName, type SelectedItems, selected } from './selection.js'

/** A response without a state, into which items are put. */
interface Given {
  readonly sample: OperationResult
  readonly sources: Sources
  readonly shape: ItemShape
}

function schemaIn(operation: OperationContract, { sample, sources: { examples } }: Given) {
  const { contentType = '', body } = sample
  const schema = examples.schemaOf(operation, keyOf(operation, sample), contentType)
  return described(examples.root, schema, body)
}

/** Where a response has its item, or none. */
export function itemPlace(operation: OperationContract, given: Given): Envelope | undefined {
  const { shape, sample, sources } = given
  if (sample.body === undefined) return undefined
  return itemIn(sources.examples.root, schemaIn(operation, given), shape)
}

/**
 * A response with an item in it, if it has one; and the item with what the service adds to it.
 *
 * @param sent - What a client has changed in the item, if it has.
 */
export function withItem(
  operation: OperationContract,
  item: Item,
  given: Given,
  sent?: Item,
): { readonly result: OperationResult; readonly item: Item } {
  const envelope = itemPlace(operation, given)
  if (envelope === undefined) return { result: given.sample, item }
  return placed(operation, envelope, item, given, sent)
}

/** The same for a response that has nothing that the item has not: a thing of another kind may have an id, too. */
export function shownItem(
  operation: OperationContract,
  item: Item,
  given: Given,
): ReturnType<typeof withItem> | undefined {
  const place = itemPlace(operation, given)
  const names = Object.keys(Object(place && opened(given.sample.body, place)))
  const isItem = names.length > 1 && names.every((name) => given.shape.properties.has(name))
  if (place === undefined || !isItem) return undefined
  const { result } = placed(operation, place, item, given)
  return { result, item: { ...item, ...Object(opened(result.body, place)) } }
}

/** Where a response has its list, or none. */
export function listPlace(operation: OperationContract, given: Given): Envelope | undefined {
  const { shape, sources } = given
  return listEnvelope(sources.examples.root, schemaIn(operation, given), [shape.id])
}

/** A response with the items that a request selects, if it has a list. */
export function withItems(
  operation: OperationContract,
  items: readonly Item[],
  request: SelectingRequest,
  given: Given,
): OperationResult | undefined {
  const { sample, sources } = given
  const envelope = listPlace(operation, given)
  if (envelope === undefined || isOfScalars(opened(sample.body, envelope))) return undefined
  const selection = pageOf(operation, items, request, sources)
  const { page } = selection
  const { accepts, draw } = bodiesOf(operation, sample, sources)
  const drawn = () => opened(draw(), envelope)
  const most = mostElements(sources.examples.root, schemaIn(operation, given), envelope)
  // The newest of too many: a client looks for what it has just created.
  const shown = page.length > most ? page.slice(page.length - most) : page
  const { areAll } = sources.examples
  const body = listed(shown, envelope, { sample: sample.body, drawn, accepts, areAll })
  const isSent = areAll || accepts(body)
  if (!isSent) return undefined
  const { validate = () => true } = operation.responseHeaders?.[keyOf(operation, sample)] ?? {}
  const headers = withPages(sample.headers ?? {}, selection, validate)
  return { ...sample, headers, body: withPages(body, selection, accepts) }
}

/** The parts of a request that select items; all are selected without a query. */
type SelectingRequest = Partial<Pick<ResourceRequest, 'query' | 'fastify'>>

/** The items that a request selects; the parameters of its operation say from what pages are counted. */
function pageOf(
  operation: OperationContract,
  items: readonly Item[],
  { query = {}, fastify }: SelectingRequest,
  { examples }: Sources,
): SelectedItems {
  const schemas = examples.parameters(operation).flatMap(({ name, schema }) => {
    const members = [...propertiesOf(examples.root, schema)]
    return [
      [name, schema] as const,
      ...members.map(([each, of]) => [`${name}[${each}]`, of] as const),
    ]
  })
  const [, schema] = schemas.find(([name]) => PAGES.includes(ownName(name))) ?? []
  const [pagedBy] = schemas.find(([name]) => isPosition(ownName(name))) ?? []
  const isPaged = pagedBy !== undefined || schemas.some(([name]) => LIMITS.includes(ownName(name)))
  const path = fastify && { path: fastify.url.replace(/[?#].*/s, '') }
  const first = firstPage(Object(schema?.value))
  return { ...selected(items, query, first, pagedBy), isPaged, ...path }
}

/** True for the list of `/epochs/{number}/blocks` if it has no blocks but their ids. */
function isOfScalars(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0 && !list.some(isObject)
}

/** The items of a response that has a list of them. */
export function itemsIn(
  operation: OperationContract,
  given: Omit<Given, 'shape'>,
): readonly Item[] | undefined {
  const envelope = listPlace(operation, { ...given, shape: NO_SHAPE })
  const items = envelope && opened(given.sample.body, envelope)
  return Array.isArray(items) && items.every(isObject) ? items : undefined
}

/** A response with those items that a request selects; `undefined` where it asks for all that the response has. */
export function withSelected(
  operation: OperationContract,
  items: readonly Item[],
  request: SelectingRequest,
  given: Omit<Given, 'shape'> & { readonly isLonger: boolean },
): OperationResult | undefined {
  const list = { ...given, shape: NO_SHAPE }
  const { page, isPaged } = pageOf(operation, items, request, given.sources)
  const isSame = page.length === items.length && page.every((each, at) => each === items[at])
  // What a list of pages tells of them is true from the first one on.
  const isWhole = isSame && !isPaged && !given.isLonger
  return isWhole ? undefined : withItems(operation, items, request, list)
}

const NO_SHAPE: ItemShape = { id: 'id', properties: new Map() }

/** Most lists that are drawn for an element. */
const DRAWS = 5

/** The items as they are if that is accepted, else each one with what an element has to have. */
function listed(
  page: readonly Item[],
  envelope: Envelope,
  { sample, drawn, accepts, areAll }: ListsOfBodies,
): unknown {
  const own = sealed(sample, envelope, page)
  if (accepts(own)) return own
  const lists = [() => opened(sample, envelope), ...Array.from({ length: DRAWS }, () => drawn)]
  const first = firstOf(lists)
  const isElement = (element: unknown) => accepts(sealed(sample, envelope, [element]))
  const bodies = { accepts: isElement, draw: () => firstOf([drawn]) }
  const elements = page.map((item, index) =>
    withOwnId(fitted(first, [], item, bodies), item, index, isElement),
  )
  const all = sealed(sample, envelope, elements)
  // A list without some of its items is nearer to the truth than one of others.
  return areAll || accepts(all) ? all : sealed(sample, envelope, elements.filter(isElement))
}

interface ListsOfBodies {
  readonly sample: unknown
  readonly drawn: () => unknown
  readonly accepts: (body: unknown) => boolean
  readonly areAll: boolean
}

/** The first element of the first list that has one. */
function firstOf(lists: readonly (() => unknown)[]): unknown {
  for (const list of lists) {
    const [first] = [list()].flat()
    if (isObject(first)) return first
  }
  return undefined
}
