import { isObject, type JsonObject } from '../../openapi/json.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { NOTHING, type WithExamples } from '../../samples/index.js'
import type { TestedContract } from '../document/contract.js'
import { itemsOf, membersOf, readOnlyOf } from '../document/members.js'
import type { RequestSource } from '../requests/request-source.js'
import { isReferring, without } from '../requests/without.js'
import { membersAt } from './members-at.js'

export interface Drawing {
  readonly contract: TestedContract
  readonly source: RequestSource
}

/** Deepest objects that are completed: a thing may have things of its kind. */
const DEEPEST = 3

/** Values that are drawn to find one of each kind. */
const DRAWN = 8

/** Most kinds of values of one schema. */
const MOST_KINDS = 4

/**
 * The value with all members that it may have, with lists of two and with a member in each map; in its parts, too. Of
 * a schema with branches it has the members of those that it is of.
 */
export function completed(drawing: Drawing, schema: Schema, value: unknown, depth = 0): unknown {
  if (!isObject(value) || depth > DEEPEST) return value
  const { contract, source } = drawing
  const readOnly = readOnlyOf(contract, schema)
  const members = membersAt(contract, schema, value)
  const all = membersOf(contract, schema)
  const isOfOthers = (name: string) => all.has(name) && !members.has(name)
  let result = without(contract, schema, value, isOfOthers) as JsonObject
  for (const [name, member] of members) {
    const isOther = isReferring(contract, name, member) && !source.references.has(name, member)
    if (readOnly.has(name) || isOther) continue
    for (const fuller of fullerOf(drawing, member, result[name], depth + 1)) {
      const changed = { ...result, [name]: fuller }
      if (contract.verdicts.verdict(schema, changed) !== true) continue
      result = changed
      break
    }
  }
  return result
}

function* fullerOf(
  drawing: Drawing,
  schema: Schema,
  value: unknown,
  depth: number,
): Generator<unknown> {
  const drawn = (own: Schema, exampled?: WithExamples) =>
    [drawing.source.value(own, exampled)].filter((each) => each !== NOTHING)
  const whole = (own: Schema, part: unknown) => completed(drawing, own, part, depth)
  const items = itemsOf(drawing.contract, schema) ?? true
  const isEmpty = isObject(value) && Object.keys(value).length === 0
  for (let n = 0; n < 6; n++) {
    if (value === undefined) {
      const all = drawn(schema, n === 0 ? 'whole' : 'parts')
      yield* all.flatMap((each) => [whole(schema, each), each])
    } else if (Array.isArray(value) && value.length < 2) {
      const all = [...value, ...drawn(items, value.length === 0 ? 'whole' : undefined)]
      yield* [all.map((each) => whole(items, each)), all]
    } else if (isEmpty) yield { [['de', 'kit-one'][n] ?? 'kit']: 'kit' }
    else break
  }
  if (Array.isArray(value)) yield value.map((each) => whole(items, each))
  else if (isObject(value)) yield whole(schema, value)
}

/** A complete value of a schema, and the places that the kinds before it do not have. */
export interface Kind {
  readonly value: unknown
  readonly own: ReadonlySet<string>
}

/** Complete values of a schema that have places which the others do not have: one of each branch. */
export function kindsOf(drawing: Drawing, schema: Schema, first: unknown): readonly Kind[] {
  const kinds: Kind[] = []
  const known = new Set<string>()
  const add = (value: unknown) => {
    const own = placesIn(value).flatMap(([place]) => (known.has(place) ? [] : place))
    if (own.length > 0) kinds.push({ value, own: new Set(own) })
    for (const place of own) known.add(place)
  }
  add(first)
  for (let n = 0; n < DRAWN && kinds.length < MOST_KINDS; n++) {
    const drawn = drawing.source.value(schema, n % 2 === 0 ? 'parts' : undefined)
    if (drawn !== NOTHING) add(completed(drawing, schema, drawn))
  }
  return kinds
}

/** The places of the scalars in a value, with the same one for all items of a list. */
export function placesIn(value: unknown, path = ''): (readonly [place: string, scalar: unknown])[] {
  if (Array.isArray(value)) return value.flatMap((each) => placesIn(each, `${path}/*`))
  if (!isObject(value)) return [[path, value]]
  return Object.entries(value).flatMap(([name, each]) => placesIn(each, `${path}/${name}`))
}
