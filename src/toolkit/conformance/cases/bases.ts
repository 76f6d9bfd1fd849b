import { isObject } from '../../openapi/json.js'
import { withoutReadOnly } from '../requests/without-read-only.js'
import { replacedAt, withMember } from '../values/path.js'
import {
  itemSchemas,
  memberSchemas,
  type PlacedSchema,
  placesOf,
  type Rule,
  type ValuePlace,
} from '../values/place.js'
import { looseJsonText } from '../values/token.js'
import type { EdgeContext } from './makers/edge.js'

/** A valid value, and those of its places that no base before it has. */
export interface Base {
  readonly value: unknown
  readonly places: readonly ValuePlace[]
}

/** Most values that are drawn to reach all places. */
const DRAWN = 12
/** Most values whose places are tried. */
const MOST = 8

/**
 * Valid values that together reach the places of a schema: each member, item and branch. Documented values come
 * first, completed with what is optional.
 */
export function basesOf(
  context: EdgeContext,
  root: PlacedSchema,
  documented: readonly unknown[],
): readonly Base[] {
  const { contract, draw } = context
  if (typeof root.schema === 'boolean') return []
  const drawn = draw([root.schema], DRAWN)
  const values = [...documented.flatMap((each) => merged(context, root, each, drawn)), ...drawn]
    .map((value) => completed(context, root, withoutReadOnly(contract, root.schema, value)))
    .filter((value) => contract.verdicts.verdict(root.schema, value) === true)
  const all = [...values, ...unreached(context, root, values)]
  return fewest(all.map((value) => ({ value, places: placesOf(contract, root, value) })))
}

/** Values with members that none of the others has: a limit of members leaves no room for these beside the rest. */
function unreached(
  context: EdgeContext,
  root: PlacedSchema,
  values: readonly unknown[],
): readonly unknown[] {
  const { contract } = context
  const places = values.flatMap((whole) =>
    placesOf(contract, root, whole).map((place) => ({ ...place, whole })),
  )
  const reached = new Set(places.map(({ pattern }) => pattern))
  const made: unknown[] = []
  for (const { rules, value, path, pattern, whole } of places) {
    if (!isObject(value)) continue
    const names = rules.flatMap(({ schema }) => Object.keys(schema.properties ?? {}))
    for (const name of names.filter((each) => !reached.has(`${pattern}/${each}`))) {
      if (made.length === DRAWN) return made
      reached.add(`${pattern}/${name}`)
      const member = drawnFor(context, rules, name)
      if (member === undefined) continue
      const least = withMember(onlyRequired(rules, value), name, member)
      const more = withoutReadOnly(contract, root.schema, replacedAt(whole, path, least))
      if (contract.verdicts.verdict(root.schema, more) === true) made.push(more)
    }
  }
  return made
}

function onlyRequired(rules: readonly Rule[], value: object): object {
  const needed = rules.flatMap(({ schema }) => schema.required ?? [])
  return Object.fromEntries(Object.entries(value).filter(([name]) => needed.includes(name)))
}

/** The largest of some values of a member: an empty one has nothing to try; `undefined` if none is found. */
function drawnFor({ draw }: EdgeContext, rules: readonly Rule[], name: string): unknown {
  const schemas = memberSchemas(rules, name).map(({ schema }) => schema)
  const objects = schemas.filter((each) => typeof each === 'object')
  const size = (value: unknown) => looseJsonText(value).length
  return objects.length === 0
    ? null
    : draw(objects, 4).toSorted((one, other) => size(other) - size(one))[0]
}

/** Repeatedly the value with the most new places. */
function fewest(candidates: readonly Base[]): Base[] {
  const reached = new Set<string>()
  const chosen: Base[] = []
  while (chosen.length < MOST) {
    const fresh = candidates.map(({ value, places }) => ({
      value,
      places: places.filter((place) => !reached.has(keyOf(place))),
    }))
    const [best, ...others] = fresh
    if (best === undefined) return chosen
    const most = others.reduce((a, b) => (b.places.length > a.places.length ? b : a), best)
    if (most.places.length === 0) return chosen
    for (const place of most.places) reached.add(keyOf(place))
    chosen.push(most)
  }
  return chosen
}

/** Places are the same if the same schemas apply to them. */
function keyOf({ pattern, rules }: ValuePlace): string {
  return [pattern, ...rules.map(({ pointer }) => pointer)].join(' ')
}

/** A documented value, and the same with members of a drawn one that it lacks. */
function merged(
  { contract }: EdgeContext,
  { schema }: PlacedSchema,
  value: unknown,
  drawn: readonly unknown[],
): unknown[] {
  const isValid = (each: unknown) => contract.verdicts.verdict(schema, each) === true
  if (!isObject(value)) return [value]
  for (const other of drawn.filter(isObject)) {
    let full: Readonly<Record<string, unknown>> = value
    for (const [name, each] of Object.entries(other)) {
      if (Object.hasOwn(full, name)) continue
      const more = withMember(full, name, each)
      if (isValid(more)) full = more
    }
    if (full !== value) return [full, value]
  }
  return [value]
}

/** The value with an entry in each empty map, and an item in each empty array, where these may have one. */
function completed(context: EdgeContext, root: PlacedSchema, value: unknown): unknown {
  const { contract } = context
  let full = value
  for (const place of placesOf(contract, root, value)) {
    for (const part of fuller(context, place)) {
      const candidate = replacedAt(full, place.path, part)
      if (contract.verdicts.verdict(root.schema, candidate) !== true) continue
      full = candidate
      break
    }
  }
  return full
}

function fuller({ draw }: EdgeContext, { rules, value }: ValuePlace): unknown[] {
  const objects = (schemas: readonly PlacedSchema[]) =>
    schemas.map(({ schema }) => schema).filter((each) => typeof each === 'object')
  if (Array.isArray(value) && value.length === 0) {
    const schemas = objects(itemSchemas(rules, 0).schemas)
    return schemas.length === 0 ? [] : draw(schemas, 2).map((item) => [item])
  }
  if (!isObject(value)) return []
  const isMap = rules.some(
    ({ schema }) =>
      typeof schema.additionalProperties === 'object' || schema.patternProperties !== undefined,
  )
  const named = rules.flatMap(({ schema }) => Object.keys(schema.properties ?? {}))
  if (!isMap || Object.keys(value).some((name) => !named.includes(name))) return []
  return ['key', 'de', 'a', 'x-1', '1', 'KEY'].flatMap((name) => {
    const schemas = objects(memberSchemas(rules, name))
    const [member] = schemas.length === 0 ? [] : draw(schemas, 1)
    return member === undefined ? [] : [withMember(value, name, member)]
  })
}
