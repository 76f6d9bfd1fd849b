import type { Pattern } from '../../regex/linear/matcher.js'
import { Evaluated } from '../evaluated.js'
import type { Validator } from '../validator.js'
import type { Codec } from './scalars.js'

/** Conversions of a schema's values: int64s, typed formats, and members that are left out. Generated. */
export interface Conversions {
  readonly int64?: true
  /** For strings of a format that is a type of its own in handlers. */
  readonly codec?: Codec
  /** Read-only members, which a handler does not get. */
  readonly leftOut?: readonly string[]
  readonly members?: Readonly<Record<string, Conversions>>
  readonly patterns?: readonly (readonly [Pattern, Conversions])[]
  /** Members that neither `members` nor `patterns` names. */
  readonly rest?: Conversions
  readonly prefix?: readonly (Conversions | null)[]
  readonly items?: Conversions
  readonly all?: readonly Conversions[]
  /** Conversions that apply if a validator accepts the value. */
  readonly any?: readonly (readonly [Validator, Conversions])[]
  /** Conversions of the members and items that a marker leaves, which says what else of the schema evaluates. */
  readonly unevaluated?: readonly [(value: unknown, found: Evaluated) => void, Conversions]
  /** Conversions of another schema; a function, since schemas refer to each other. */
  readonly ref?: () => Conversions
}

/** For a value whose conversions are not known yet: no number is rounded. */
export const ANYWHERE: Conversions = {
  int64: true,
  rest: { ref: () => ANYWHERE },
  items: { ref: () => ANYWHERE },
}

/** Which conversions that depend on the value are taken: those that apply, each of them, or none. */
type Taken = 'applying' | 'each' | 'none'

/** The conversions including those that others lead to, each once. */
export function resolve(
  given: readonly Conversions[],
  value: unknown,
  taken: Taken = 'applying',
): readonly Conversions[] {
  if (given.every(({ ref, all, ...each }) => !ref && !all && !isUndecided(each))) return given
  const found = new Set(given)
  // A set iterates over members that are added meanwhile.
  for (const { ref, all = [], any = [], unevaluated } of found) {
    if (ref) found.add(ref())
    for (const each of all) found.add(each)
    if (taken === 'none') continue
    for (const [accepts, each] of any) if (taken === 'each' || accepts(value)) found.add(each)
    if (unevaluated)
      found.add(taken === 'each' ? unevaluated[1] : unevaluatedIn(value, unevaluated))
  }
  return [...found]
}

/** True if some of its conversions depend on the value. */
export function isUndecided({ any, unevaluated }: Conversions): boolean {
  return any !== undefined || unevaluated !== undefined
}

/** The conversions of what a marker leaves of a valid value. */
export function unevaluatedIn(
  value: unknown,
  [mark, { rest = {}, items = {} }]: NonNullable<Conversions['unevaluated']>,
): Conversions {
  if (typeof value !== 'object' || value === null) return {}
  const found = new Evaluated()
  mark(value, found)
  if (Array.isArray(value)) {
    return {
      prefix: value.map((item, index) => (found.includesElement(index, item) ? null : items)),
    }
  }
  const names = Object.keys(value).filter((name) => !found.includesMember(name))
  return { members: Object.fromEntries(names.map((name) => [name, rest])) }
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
