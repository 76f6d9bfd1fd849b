import type { Pattern } from '../../regex/linear/matcher.js'
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
  /** Conversions of another schema; a function, since schemas refer to each other. */
  readonly ref?: () => Conversions
}

/** For a value whose conversions are not known yet: no number is rounded. */
export const ANYWHERE: Conversions = {
  int64: true,
  rest: { ref: () => ANYWHERE },
  items: { ref: () => ANYWHERE },
}

/** The conversions including those that `ref`, `all` and `any` lead to, each once. */
export function resolve(
  given: readonly Conversions[],
  value: unknown,
  holds = (accepts: Validator, value: unknown) => accepts(value),
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
