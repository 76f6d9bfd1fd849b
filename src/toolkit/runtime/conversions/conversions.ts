import { isInt64 } from '../../openapi/integers.js'
import type { Pattern } from '../../regex/linear/pattern.js'
import { isInexact } from '../../validation/inexact-number.js'

/**
 * Where int64s stand in the values of a schema, and members that only the service sends: the part of a
 * schema that makes of a parsed value what a handler gets. Generated; a schema without either has none.
 */
export interface Places {
  /** The value itself is an int64. */
  readonly int64?: true
  /** Members that a handler does not get: read-only ones. */
  readonly leftOut?: readonly string[]
  readonly members?: Readonly<Record<string, Places>>
  readonly patterns?: readonly (readonly [Pattern, Places])[]
  /** Members that neither `members` nor `patterns` names. */
  readonly rest?: Places
  readonly prefix?: readonly (Places | null)[]
  readonly items?: Places
  /** All of these hold. */
  readonly all?: readonly Places[]
  /** Those hold whose schema accepts the value. */
  readonly any?: readonly (readonly [Accepts, Places])[]
  /** The places of another schema; late, because schemas refer to each other in circles. */
  readonly ref?: () => Places
}

/** For a value whose places are not known yet: nothing in it is rounded. */
export const ANYWHERE: Places = {
  int64: true,
  rest: { ref: () => ANYWHERE },
  items: { ref: () => ANYWHERE },
}

type Accepts = (value: unknown) => boolean

/** How a value is walked through. */
interface Walk {
  /** Whether an alternative holds for a value. */
  readonly holds: (accepts: Accepts, value: unknown) => boolean
  /** What becomes of a value that is neither object nor array. */
  readonly leaf: (value: unknown, int64: boolean) => unknown
  /** Whether members stay that are left out. */
  readonly keeps: boolean
  readonly change: Change
}

/** Gives an object or array another member; with `undefined`, none. */
type Change = (holder: object, key: string | number, member: unknown) => void

const change: Change = (holder, key, member) => {
  if (member === undefined) Reflect.deleteProperty(holder, key)
  else (holder as Record<string | number, unknown>)[key] = member
}

/** The value has not been validated: an int64 may stand wherever an alternative has one. */
const settling: Walk = {
  holds: () => true,
  leaf: (value, int64) => (int64 ? value : nearest(value)),
  keeps: true,
  change,
}

const converting: Omit<Walk, 'change'> = {
  holds: (accepts, value) => accepts(value),
  leaf: (value, int64) => (int64 && isInt64(value) ? BigInt(value) : nearest(value)),
  keeps: false,
}

/** Makes every number that stands at no int64's place a plain `number`. Changes `value` in place. */
export function settle(value: unknown, places?: Places): unknown {
  return convert(value, places ? [places] : [], settling)
}

/**
 * Makes every int64 a `bigint` and every other number a `number`, and leaves out what is read-only. For
 * a value that the schema accepts: now its alternatives can be told apart. Changes it in place, but
 * not before all of them have been asked: they may have to be asked again.
 */
export function toBigInt(value: unknown, places: Places): unknown {
  const changes: Parameters<Change>[] = []
  const result = convert(value, [places], {
    ...converting,
    change: (...each) => void changes.push(each),
  })
  for (const each of changes) change(...each)
  return result
}

/** The places of a member of an object that has not been validated, in whichever part of the schema. */
export function placesOfMember(places: Places, key: string): Places {
  return { all: atKey(resolve([places], {}, settling), key) }
}

function nearest(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  return isInexact(value) ? value() : value
}

function convert(value: unknown, given: readonly Places[], walk: Walk): unknown {
  const places = resolve(given, value, walk)
  if (value === null || typeof value !== 'object') {
    return walk.leaf(
      value,
      places.some(({ int64 }) => int64),
    )
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item = convert(value[index], atIndex(places, index), walk)
      if (item !== value[index]) walk.change(value, index, item)
    }
    return value
  }
  const object = value as Record<string, unknown>
  // Every key is an own member already, so that even `__proto__` is one that is assigned to.
  for (const key of Object.keys(object)) {
    const isOut = !walk.keeps && isLeftOut(places, key)
    const member = isOut ? undefined : convert(object[key], atKey(places, key), walk)
    if (member !== object[key]) walk.change(object, key, member)
  }
  return object
}

/** Whether a member is one that a handler does not get. */
export function isLeftOut(places: readonly Places[], key: string): boolean {
  return places.some(({ leftOut }) => leftOut?.includes(key))
}

/** The places with what their `ref`, `all` and `any` lead to, each once: schemas meet again. */
export function resolve(
  given: readonly Places[],
  value: unknown,
  { holds }: Pick<Walk, 'holds'> = converting,
): readonly Places[] {
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

export function atIndex(places: readonly Places[], index: number): Places[] {
  return places.flatMap(({ prefix, items }) => {
    const fixed = prefix?.[index]
    return fixed === undefined ? (items ?? []) : (fixed ?? [])
  })
}

export function atKey(places: readonly Places[], key: string): Places[] {
  return places.flatMap(({ members, patterns, rest }) => {
    const named = members && Object.hasOwn(members, key) ? [members[key] as Places] : []
    const matched = (patterns ?? []).flatMap(([pattern, each]) => (pattern.test(key) ? each : []))
    const found = [...named, ...matched]
    return found.length === 0 && rest ? [rest] : found
  })
}
