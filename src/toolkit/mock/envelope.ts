import { type LocatedValue, member } from '../openapi/document.js'
import { isObject, type JsonObject } from '../openapi/json.js'
import { LISTS } from '../openapi/resources/names.js'
import { idIn } from '../openapi/resources/roles.js'
import type { IdPlace, ItemShape } from './item-shape.js'
import { isListSchema, partsOf, propertiesOf } from './schema-parts.js'

/** Where a body has its item, or its items: the names of the members on the way, none for the whole body. */
export type Envelope = readonly string[]

/** An item in a body, with its id. */
export interface ItemPlace extends IdPlace {
  readonly path: Envelope
  readonly schema: LocatedValue
}

/** Most members on the way to an item. */
const MOST_MEMBERS = 2

/** A schema inside of a body. */
interface EnvelopePlace {
  readonly path: Envelope
  readonly schema: LocatedValue
}

/** The places of a body that may have its item: itself, then its members, then theirs. */
function placesIn(root: JsonObject, schema: LocatedValue): EnvelopePlace[] {
  const places: EnvelopePlace[] = [{ path: [], schema }]
  for (const { path, schema: each } of places) {
    if (path.length === MOST_MEMBERS) continue
    for (const [name, inside] of propertiesOf(root, each)) {
      places.push({ path: [...path, name], schema: inside })
    }
  }
  return places
}

type Find<Found, Schema> = (
  root: JsonObject,
  schema: Schema,
  idNames: readonly string[],
) => Found | undefined

/** Finds it once for each schema: a body may have very many members. */
function once<Found>(find: Find<Found, LocatedValue>): Find<Found, LocatedValue | undefined> {
  const known = new WeakMap<object, Map<string, Found | undefined>>()
  return (root, schema, idNames) => {
    if (!isObject(schema?.value)) return undefined
    const found = known.get(schema.value) ?? new Map<string, Found | undefined>()
    known.set(schema.value, found)
    const key = idNames.join()
    if (!found.has(key)) found.set(key, find(root, schema, idNames))
    return found.get(key)
  }
}

/** The list in a body, if there is one: that of items with an id, else one by its name, else the only one. */
export const listEnvelope = once<Envelope>((root, schema, idNames) => {
  const lists = placesIn(root, schema).filter((place) => isListSchema(root, place.schema))
  const hasIds = (place: EnvelopePlace) => {
    return idPlaceIn(root, elementOf(root, schema, place.path), idNames) !== undefined
  }
  const outer = lists.filter(({ path }) => path.length < MOST_MEMBERS)
  const isNamed = ({ path }: EnvelopePlace) => LISTS.has(String(path.at(-1)))
  const whole = lists.find(({ path }) => path.length === 0)
  const ofItems = lists.filter(hasIds)
  const only = outer.length === 1 ? outer[0] : undefined
  const found = whole ?? ofItems.find(isNamed) ?? ofItems[0] ?? outer.find(isNamed) ?? only
  return found?.path
})

/** The items that a body may have, and the names of their ids. */
export const itemEnvelopes = once<readonly ItemPlace[]>((root, schema, idNames) => {
  return placesIn(root, schema).flatMap(({ path, schema: each }) => {
    const place = idPlaceIn(root, each, idNames)
    return place === undefined ? [] : [{ ...place, path, schema: each }]
  })
})

/** Members of items that may have the id in them. */
const HOLDERS = ['metadata', 'meta']

function idPlaceIn(
  root: JsonObject,
  schema: LocatedValue | undefined,
  idNames: readonly string[],
): IdPlace | undefined {
  const properties = propertiesOf(root, schema)
  const own = idIn(properties, idNames)
  if (own !== undefined) return { id: own }
  const places = HOLDERS.flatMap((holder) => {
    const id = idIn(propertiesOf(root, properties.get(holder)), idNames)
    return id === undefined ? [] : [{ id, holder }]
  })
  return places[0]
}

/** Where a body has an item of that kind: the one with its id that is likest to it, or itself without an id. */
export function itemIn(
  root: JsonObject,
  schema: LocatedValue | undefined,
  { id, holder, properties }: ItemShape,
): Envelope | undefined {
  const likeness = (each: LocatedValue | undefined) => {
    const names = [...propertiesOf(root, each).keys()]
    return names.filter((name) => properties.has(name)).length / Math.max(names.length, 1)
  }
  const all = itemEnvelopes(root, schema, [id]) ?? []
  const found = all.filter((each) => each.holder === holder)
  const [likest] = found.toSorted((one, other) => likeness(other.schema) - likeness(one.schema))
  if (likest !== undefined) return likest.path
  return likeness(schema) > 0.5 ? [] : undefined
}

/** The schema of the elements of a list in a body. */
export function elementOf(
  root: JsonObject,
  schema: LocatedValue | undefined,
  envelope: Envelope,
): LocatedValue | undefined {
  const parts = partsOf(root, inside(root, schema, envelope))
  const holder = parts.find((part) => isObject(part.value) && part.value.items)
  return holder && member(root, holder, 'items')
}

/** Most elements that a list in a body may have. */
export function mostElements(
  root: JsonObject,
  schema: LocatedValue | undefined,
  envelope: Envelope,
): number {
  const parts = partsOf(root, inside(root, schema, envelope))
  const limits = parts.map(({ value }) => Object(value).maxItems)
  return Math.min(...limits.filter((each) => typeof each === 'number'))
}

function inside(root: JsonObject, schema: LocatedValue | undefined, envelope: Envelope) {
  return envelope.reduce(
    (outer: LocatedValue | undefined, name) => propertiesOf(root, outer).get(name),
    schema,
  )
}

/** What is in an envelope. */
export function opened(body: unknown, envelope: Envelope): unknown {
  return envelope.reduce((inside, name) => Object(inside)[name], body)
}

/** A body with something else in its envelope. */
export function sealed(body: unknown, [name, ...rest]: Envelope, content: unknown): unknown {
  if (name === undefined) return content
  return { ...Object(body), [name]: sealed(Object(body)[name], rest, content) }
}
