import { isInt64 } from '../../openapi/integers.js'
import type { Pattern } from '../../regex/linear/pattern.js'
import { isInexactNumber } from '../../validation/inexact-number.js'
import type { Validator } from '../../validation/validator.js'

/**
 * Where int64s stand in the values of a schema, and members that only the service sends: the part of a
 * schema that makes of a parsed value what a handler gets. Generated; a schema without either has none.
 */
export interface Conversions {
  /** The value itself is an int64. */
  readonly int64?: true
  /** Members that a handler does not get: read-only ones. */
  readonly leftOut?: readonly string[]
  readonly members?: Readonly<Record<string, Conversions>>
  readonly patterns?: readonly (readonly [Pattern, Conversions])[]
  /** Members that neither `members` nor `patterns` names. */
  readonly rest?: Conversions
  readonly prefix?: readonly (Conversions | null)[]
  readonly items?: Conversions
  /** All of these hold. */
  readonly all?: readonly Conversions[]
  /** Those hold whose schema accepts the value. */
  readonly any?: readonly (readonly [Validator, Conversions])[]
  /** The conversions of another schema; late, because schemas refer to each other in circles. */
  readonly ref?: () => Conversions
}

/** For a value whose conversions are not known yet: nothing in it is rounded. */
export const ANYWHERE: Conversions = {
  int64: true,
  rest: { ref: () => ANYWHERE },
  items: { ref: () => ANYWHERE },
}

/** How a value is walked through. */
interface ConversionMode {
  /** Whether an alternative holds for a value. */
  readonly holds: (accepts: Validator, value: unknown) => boolean
  /** What becomes of a value that is neither object nor array. */
  readonly leaf: (value: unknown, int64: boolean) => unknown
  /** Whether members stay that are left out. */
  readonly keeps: boolean
  readonly change: SetMember
}

/** Gives an object or array another member; with `undefined`, none. */
type SetMember = (holder: object, key: string | number, member: unknown) => void

const change: SetMember = (holder, key, member) => {
  if (member === undefined) Reflect.deleteProperty(holder, key)
  else (holder as Record<string | number, unknown>)[key] = member
}

/** The value has not been validated: an int64 may stand wherever an alternative has one. */
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

/** Makes every number that stands at no int64's place a plain `number`. Changes `value` in place. */
export function settleNumbers(value: unknown, conversions?: Conversions): unknown {
  return convert(value, conversions ? [conversions] : [], settling)
}

/**
 * Makes every int64 a `bigint` and every other number a `number`, and leaves out what is read-only. For
 * a value that the schema accepts: now its alternatives can be told apart. Changes it in place, but
 * not before all of them have been asked: they may have to be asked again.
 */
export function applyConversions(value: unknown, conversions: Conversions): unknown {
  const changes: Parameters<SetMember>[] = []
  const result = convert(value, [conversions], {
    ...converting,
    change: (...each) => void changes.push(each),
  })
  for (const each of changes) change(...each)
  return result
}

/** The conversions of a member of an object that has not been validated, in whichever part of the schema. */
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
    return walk.leaf(
      value,
      conversions.some(({ int64 }) => int64),
    )
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item = convert(value[index], atIndex(conversions, index), walk)
      if (item !== value[index]) walk.change(value, index, item)
    }
    return value
  }
  const object = value as Record<string, unknown>
  // Every key is an own member already, so that even `__proto__` is one that is assigned to.
  for (const key of Object.keys(object)) {
    const isOut = !walk.keeps && isLeftOut(conversions, key)
    const member = isOut ? undefined : convert(object[key], atKey(conversions, key), walk)
    if (member !== object[key]) walk.change(object, key, member)
  }
  return object
}

/** Whether a member is one that a handler does not get. */
export function isLeftOut(conversions: readonly Conversions[], key: string): boolean {
  return conversions.some(({ leftOut }) => leftOut?.includes(key))
}

/** The conversions with what their `ref`, `all` and `any` lead to, each once: schemas meet again. */
export function resolve(
  given: readonly Conversions[],
  value: unknown,
  { holds }: Pick<ConversionMode, 'holds'> = converting,
): readonly Conversions[] {
  if (given.every(({ ref, all, any }) => !ref && !all && !any)) return given
  const found = new Set(given)
  // A set goes on to what is added to it meanwhile.
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
