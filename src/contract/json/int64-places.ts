import { Inexact } from './exact.js'

/**
 * Where int64s stand in the values of a schema: the part of a schema that conversion between JSON
 * numbers and `bigint` needs. Generated; a schema without int64 has none.
 */
export interface Int64Places {
  /** The value itself is an int64. */
  readonly int64?: true
  readonly members?: Readonly<Record<string, Int64Places>>
  readonly patterns?: readonly (readonly [RegExp, Int64Places])[]
  /** Members that neither `members` nor `patterns` names. */
  readonly rest?: Int64Places
  readonly prefix?: readonly (Int64Places | null)[]
  readonly items?: Int64Places
  /** All of these hold. */
  readonly all?: readonly Int64Places[]
  /** Those hold whose schema accepts the value. */
  readonly any?: readonly (readonly [(value: unknown) => boolean, Int64Places])[]
  /** The places of another schema; late, because schemas refer to each other in circles. */
  readonly ref?: () => Int64Places
}

type Leaf = (value: unknown, int64: boolean) => unknown

/** Makes every number that stands at no int64's place a plain `number`. Changes `value` in place. */
export function settle(value: unknown, places?: Int64Places): unknown {
  return convert(value, expand(places), (leaf, int64) => (int64 ? leaf : nearest(leaf)), false)
}

/** Makes every int64 a `bigint`. For a value that the schema accepts; changes it in place. */
export function toBigInt(value: unknown, places: Int64Places): unknown {
  const leaf: Leaf = (number, int64) =>
    int64 && Number.isInteger(number) ? BigInt(number as number) : number
  return convert(value, expand(places, value), leaf, true)
}

function nearest(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  return value instanceof Inexact ? value.number : value
}

/** `decided`: the value is valid, so its alternatives can be told apart, and only int64s matter. */
function convert(
  value: unknown,
  places: readonly Int64Places[],
  leaf: Leaf,
  decided: boolean,
): unknown {
  if (decided && places.length === 0) return value
  if (value === null || typeof value !== 'object' || value instanceof Inexact) {
    return leaf(
      value,
      places.some(({ int64 }) => int64),
    )
  }
  const inside = (child: unknown, below: readonly Int64Places[]) =>
    convert(
      child,
      below.flatMap((each) => (decided ? expand(each, child) : expand(each))),
      leaf,
      decided,
    )
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries())
      value[index] = inside(element, atIndex(places, index))
    return value
  }
  const object = value as Record<string, unknown>
  for (const key of Object.keys(object)) {
    const member = inside(object[key], atKey(places, key))
    if (member !== object[key]) object[key] = member
  }
  return object
}

function atIndex(places: readonly Int64Places[], index: number): Int64Places[] {
  return places.flatMap(({ prefix, items }) => {
    const fixed = prefix?.[index]
    return fixed === undefined ? (items ?? []) : (fixed ?? [])
  })
}

function atKey(places: readonly Int64Places[], key: string): Int64Places[] {
  return places.flatMap(({ members, patterns, rest }) => {
    const named = members && Object.hasOwn(members, key) ? [members[key] as Int64Places] : []
    const matched = (patterns ?? []).flatMap(([pattern, each]) => (pattern.test(key) ? each : []))
    const found = [...named, ...matched]
    return found.length === 0 && rest ? [rest] : found
  })
}

/** The places with `ref`, `all` and `any` resolved; without a value every alternative may hold. */
function expand(places: Int64Places | undefined, ...value: [] | [unknown]): Int64Places[] {
  if (places === undefined) return []
  const { ref, all, any, ...own } = places
  const nested = [
    ...(ref ? [ref()] : []),
    ...(all ?? []),
    ...(any ?? []).flatMap(([valid, each]) => (value.length === 0 || valid(value[0]) ? each : [])),
  ]
  return [own, ...nested.flatMap((each) => expand(each, ...value))]
}
