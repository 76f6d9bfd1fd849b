import type { LocatedValue } from '../openapi/document.js'
import { isObject } from '../openapi/json.js'

export type Item = Readonly<Record<string, unknown>>

/** Where an item has its id. */
export interface IdPlace {
  /** Name of the member with the id. */
  readonly id: string
  /** Name of the member that this member is in: `metadata` of `{ "metadata": { "name": "a" } }`. */
  readonly holder?: string | undefined
}

/** What a document says of the items of a resource. */
export interface ItemShape extends IdPlace {
  /** The schema of the id. */
  readonly idSchema?: LocatedValue | undefined
  readonly properties: ReadonlyMap<string, LocatedValue>
}

/** The id of an item, or of a body that may be one. */
export function idOf({ id, holder }: IdPlace, item: unknown): unknown {
  return Object(holder === undefined ? item : Object(item)[holder])[id]
}

export function withId({ id, holder }: IdPlace, item: Item, value: unknown): Item {
  const own = holder === undefined ? item : Object(item[holder])
  const changed = { ...own, [id]: value }
  return holder === undefined ? changed : { ...item, [holder]: changed }
}

/**
 * The item in what a client sends: the whole body, or a member of it that has members of an item, as in
 * `{ "pet": { "name": "rex" } }`.
 */
export function itemSent({ properties }: ItemShape, body: Item): Item {
  const has = (item: Item) => Object.keys(item).some((name) => properties.has(name))
  const inside = has(body) ? [] : Object.values(body).filter(isObject).filter(has)
  return inside[0] ?? body
}

/** An item of what a client sends: without write-only members, and with an id, of the client's where it may set one. */
export function createdItem(shape: ItemShape, body: Item, newId: () => unknown): Item {
  const sent = is(shape.idSchema, 'readOnly') ? undefined : idOf(shape, body)
  return withId(shape, received(shape.properties, body), sent ?? newId())
}

/** An item that a client replaces. */
export function replacedItem(
  shape: ItemShape,
  item: Item,
  body: Item,
  asked?: ReadonlySet<string>,
): Item {
  return withId(shape, replaced(shape.properties, item, body, asked), idOf(shape, item))
}

/** An item with some members changed. */
export function patchedItem(shape: ItemShape, item: Item, patch: Item): Item {
  return withId(shape, patched(shape.properties, item, patch), idOf(shape, item))
}

/**
 * What a client puts in the place of an item: what only the service sets stays.
 *
 * @param asked - The members that a client may send, where they are known.
 */
export function replaced(
  properties: ItemShape['properties'],
  item: Item,
  body: Item,
  asked?: ReadonlySet<string>,
): Item {
  const isKnown = Object.keys(body).some((name) => asked?.has(name))
  const own = Object.entries(item).filter(
    ([name]) => is(properties.get(name), 'readOnly') || (isKnown && !asked?.has(name)),
  )
  return { ...Object.fromEntries(own), ...received(properties, body) }
}

/** An item after a patch; null removes a member (RFC 7396, section 2). */
export function patched(properties: ItemShape['properties'], item: Item, patch: Item): Item {
  return merged(item, received(properties, patch))
}

function merged(target: unknown, patch: Item): Item {
  const members = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name)
    else members.set(name, isObject(value) ? merged(members.get(name), value) : value)
  }
  return Object.fromEntries(members)
}

/** What a client sends, without what is for writing only, and what only the service sets. */
export function received(properties: ItemShape['properties'], body: Item): Item {
  const isOneWay = (schema: LocatedValue | undefined) =>
    is(schema, 'writeOnly') || is(schema, 'readOnly')
  const names = Object.keys(body).filter((name) => !isOneWay(properties.get(name)))
  return Object.fromEntries(names.map((name) => [name, body[name]]))
}

function is(schema: LocatedValue | undefined, keyword: 'readOnly' | 'writeOnly'): boolean {
  return isObject(schema?.value) && schema.value[keyword] === true
}
