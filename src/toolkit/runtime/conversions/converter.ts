import type { Conversions } from './conversions.js'
import { applyConversions, leafOf } from './converted-values.js'

/** Converts a valid value in place; returns it, or the value that replaces it. */
export type Convert = (value: unknown) => unknown

/**
 * Prepares {@link applyConversions} for a schema whose conversions are the same for every value: only
 * the members that have some are visited. Others, with alternatives or patterns, are walked.
 */
export function converterOf(conversions: Conversions): Convert {
  const steps = new Steps().of([conversions])
  return steps === undefined ? (value) => applyConversions(value, conversions) : steps.convert
}

interface Step {
  convert: Convert
}

class Steps {
  /** By the numbers of the conversions that apply: schemas refer to each other in circles. */
  readonly #known = new Map<string, Step>()
  readonly #numbers = new Map<Conversions, number>()

  /** The step for a value to which all of these apply; `undefined` if it depends on the value. */
  of(given: readonly Conversions[]): Step | undefined {
    const all = unconditional(given)
    if (all === undefined) return undefined
    const key = all.map((each) => this.#numberOf(each)).join()
    const known = this.#known.get(key)
    if (known !== undefined) return known
    // Known before it is complete: a schema may refer to itself.
    const step = {} as Step
    this.#known.set(key, step)
    const members = this.#membersOf(all)
    const items = this.of(all.flatMap(({ items = [] }) => items))
    if (members === undefined || items === undefined) return undefined
    const hasItems = all.some((each) => each.items !== undefined)
    const isLong = all.some(({ int64 }) => int64)
    step.convert = (value) => {
      if (typeof value !== 'object' || value === null) return isLong ? leafOf(value, true) : value
      if (!Array.isArray(value)) convertMembers(value as Record<string, unknown>, members)
      else if (hasItems) {
        for (let index = 0; index < value.length; index++) {
          const item: unknown = value[index]
          const converted = items.convert(item)
          if (converted !== item) value[index] = converted
        }
      }
      return value
    }
    return step
  }

  #membersOf(
    all: readonly Conversions[],
  ): readonly (readonly [string, Step | undefined])[] | undefined {
    const names = new Set(all.flatMap(({ members = {} }) => Object.keys(members)))
    const oneWay = new Set(all.flatMap((each) => each.oneWay ?? []))
    const found: (readonly [string, Step | undefined])[] = [...oneWay].map((name) => [
      name,
      undefined,
    ])
    for (const name of names) {
      if (oneWay.has(name)) continue
      const inside = all.flatMap(({ members = {} }) =>
        Object.hasOwn(members, name) ? (members[name] as Conversions) : [],
      )
      const step = this.of(inside)
      if (step === undefined) return undefined
      found.push([name, step])
    }
    return found
  }

  #numberOf(conversions: Conversions): number {
    const known = this.#numbers.get(conversions) ?? this.#numbers.size
    this.#numbers.set(conversions, known)
    return known
  }
}

/** All conversions that these lead to, unless some depend on the value or on names. */
function unconditional(given: readonly Conversions[]): Conversions[] | undefined {
  const found = new Set(given)
  // A set iterates over members that are added meanwhile.
  for (const { ref, all = [], any, patterns, rest, prefix } of found) {
    if (any ?? patterns ?? rest ?? prefix) return undefined
    if (ref) found.add(ref())
    for (const each of all) found.add(each)
  }
  return [...found]
}

/** Members without a step are left out. */
function convertMembers(
  object: Record<string, unknown>,
  members: readonly (readonly [string, Step | undefined])[],
): void {
  for (const [name, step] of members) {
    const member = object[name]
    if (member === undefined || !Object.hasOwn(object, name)) continue
    if (step === undefined) delete object[name]
    else {
      const converted = step.convert(member)
      // Objects and arrays are converted in place.
      if (converted !== member) object[name] = converted
    }
  }
}
