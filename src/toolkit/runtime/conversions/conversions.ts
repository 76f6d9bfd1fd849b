import { isInt64 } from '../../openapi/json.js'
import type { Pattern } from '../../regex/linear/pattern.js'
import { isInexactNumber } from '../../validation/numeric.js'
import type { Validator } from '../../validation/validator.js'

/** Conversions of a schema's values: int64s, and members that are left out. Generated. */
export interface Conversions {
  readonly int64?: true
  /** Read-only members, which a handler does not get. */
  readonly oneWay?: readonly string[]
  readonly members?: Readonly<Record<string, Conversions>>
  readonly patterns?: readonly (readonly [Pattern, Conversions])[]
  /** Members that neither `members` nor `patterns` names. */
  readonly rest?: Conversions
  readonly prefix?: readonly (Conversions | null)[]
  readonly items?: Conversions
  readonly all?: readonly Conversions[]
  /** Conversions that apply if a validator accepts the value. */
  readonly any?: readonly (readonly [Validator, Conversions])[]
  /** Conversions of another schema; a function, since schemas refer to each other. */
  readonly ref?: () => Conversions
}

/** For a value whose conversions are not known yet: no number is rounded. */
export const ANYWHERE: Conversions = {
  int64: true,
  rest: { ref: () => ANYWHERE },
  items: { ref: () => ANYWHERE },
}

interface ConversionMode {
  /** True if an alternative applies to a value. */
  readonly holds: (accepts: Validator, value: unknown) => boolean
  /** Converts a value that is neither object nor array. */
  readonly leaf: (value: unknown, int64: boolean) => unknown
  /** True if left out members stay. */
  readonly keeps: boolean
  readonly change: typeof change
}

/** Sets a member of an object or array; with `undefined`, deletes it. */
function change(holder: object, key: string | number, member: unknown): void {
  if (member === undefined) Reflect.deleteProperty(holder, key)
  else (holder as Record<string | number, unknown>)[key] = member
}

/** The value has not been validated: it may have an int64 wherever an alternative has one. */
const settling: ConversionMode = {
  holds: () => true,
  leaf: (value, int64) => (int64 ? value : nearest(value)),
  keeps: true,
  change,
}

const converting: Omit<ConversionMode, 'change'> = {
  holds: (accepts, value) => accepts(value),
  leaf: (value, int64) => (int64 && isInt64(value) ? BigInt(value) : nearest(value)),
  keeps: false,
}

/** Makes every number that is not an int64 a plain `number`. Changes `value` in place. */
export function settleNumbers(value: unknown, conversions?: Conversions): unknown {
  return convert(value, conversions ? [conversions] : [], settling)
}

/**
 * Makes every int64 a `bigint` and every other number a `number`, and leaves read-only members out,
 * in place. The value has to be valid, so that its alternatives can be distinguished before the
 * changes.
 */
export function applyConversions(value: unknown, conversions: Conversions): unknown {
  const changes: Parameters<typeof change>[] = []
  const result = convert(value, [conversions], {
    ...converting,
    change: (...each) => void changes.push(each),
  })
  for (const each of changes) change(...each)
  return result
}

/** The conversions of a member of an object that has not been validated. */
export function conversionsOfMember(conversions: Conversions, key: string): Conversions {
  return { all: atKey(resolve([conversions], {}, settling), key) }
}

function nearest(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  return isInexactNumber(value) ? value() : value
}

function convert(value: unknown, given: readonly Conversions[], walk: ConversionMode): unknown {
  const conversions = resolve(given, value, walk)
  if (value === null || typeof value !== 'object') {
    const isLong = conversions.some(({ int64 }) => int64)
    return walk.leaf(value, isLong)
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item = convert(value[index], atIndex(conversions, index), walk)
      if (item !== value[index]) walk.change(value, index, item)
    }
    return value
  }
  const object = value as Record<string, unknown>
  // Every key is an own member already, so that even `__proto__` can be assigned.
  for (const key of Object.keys(object)) {
    const isOut = !walk.keeps && isOneWay(conversions, key)
    const member = isOut ? undefined : convert(object[key], atKey(conversions, key), walk)
    if (member !== object[key]) walk.change(object, key, member)
  }
  return object
}

/** True if a handler does not get a member. */
export function isOneWay(conversions: readonly Conversions[], key: string): boolean {
  return conversions.some(({ oneWay }) => oneWay?.includes(key))
}

/** The conversions including those that `ref`, `all` and `any` lead to, each once. */
export function resolve(
  given: readonly Conversions[],
  value: unknown,
  { holds }: Pick<ConversionMode, 'holds'> = converting,
): readonly Conversions[] {
  if (given.every(({ ref, all, any }) => !ref && !all && !any)) return given
  const found = new Set(given)
  // A set iterates over members that are added meanwhile.
  for (const { ref, all = [], any = [] } of found) {
    if (ref) found.add(ref())
    for (const each of all) found.add(each)
    for (const [accepts, each] of any) if (holds(accepts, value)) found.add(each)
  }
  return [...found]
}

export function atIndex(conversions: readonly Conversions[], index: number): Conversions[] {
  return conversions.flatMap(({ prefix, items }) => {
    const fixed = prefix?.[index]
    return fixed === undefined ? (items ?? []) : (fixed ?? [])
  })
}

export function atKey(conversions: readonly Conversions[], key: string): Conversions[] {
  return conversions.flatMap(({ members, patterns, rest }) => {
    const named = members && Object.hasOwn(members, key) ? [members[key] as Conversions] : []
    const matched = (patterns ?? []).flatMap(([pattern, each]) => (pattern.test(key) ? each : []))
    const found = [...named, ...matched]
    return found.length === 0 && rest ? [rest] : found
  })
}
