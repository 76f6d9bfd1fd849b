import { isObject, type JsonObject } from '../openapi/json.js'
import type { Item } from './item-shape.js'

/** Most items that are looked at one by one, each with the whole body. */
const MOST_ITEMS = 64

/** The nearest to a wanted value that is accepted: with what it lacks from one that is. */
export function overlaid(
  known: unknown,
  wanted: unknown,
  accepts: (value: unknown) => boolean,
): unknown {
  if (accepts(wanted)) return wanted
  if (Array.isArray(wanted) && Array.isArray(known)) return overlaidItems(known, wanted, accepts)
  if (!isObject(wanted) || !isObject(known)) return known
  let result: JsonObject = { ...known, ...wanted }
  if (!accepts(result)) {
    result = known
    for (const [name, value] of Object.entries(wanted)) {
      const changed = (each: unknown) => ({ ...result, [name]: each })
      const nearest = overlaid(result[name], value, (each) => accepts(changed(each)))
      if (nearest !== undefined) result = changed(nearest)
    }
  }
  for (const name of Object.keys(known)) {
    const { [name]: _, ...less } = result
    if (!Object.hasOwn(wanted, name) && accepts(less)) result = less
  }
  return result
}

function overlaidItems(
  known: readonly unknown[],
  wanted: readonly unknown[],
  accepts: (value: unknown) => boolean,
): readonly unknown[] {
  let result = wanted.map((_, index) => known[index] ?? known[0])
  if (wanted.length > MOST_ITEMS || !accepts(result)) return known
  for (const [index, item] of wanted.entries()) {
    const changed = (each: unknown) => result.with(index, each)
    const isAccepted = (each: unknown) => accepts(changed(each))
    const whole = overlaid(result[index], item, isAccepted)
    result = changed(withOwnId(whole, item, index, isAccepted))
  }
  return result
}

/** An element of a list with an id of its own, where it has the id of a pattern that all elements are made of. */
export function withOwnId(
  element: unknown,
  wanted: unknown,
  index: number,
  accepts: (value: unknown) => boolean,
): unknown {
  const { id } = Object(element)
  if (index === 0 || id === undefined || Object(wanted).id !== undefined) return element
  const digits = String(index).padStart(4, '0')
  const own = typeof id === 'number' ? id + index : `${id}`.slice(0, -digits.length) + digits
  const changed = { ...Object(element), id: own }
  return accepts(changed) ? changed : element
}

/** True for a value with what another one says, and more. */
export function isMore(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole) && Array.isArray(part)) {
    return whole.length === part.length && whole.every((each, at) => isMore(each, part[at]))
  }
  if (!isObject(whole) || !isObject(part)) return whole === part
  const shared = Object.keys(part).filter((name) => Object.hasOwn(whole, name))
  return shared.length > 0 && shared.every((name) => isMore(whole[name], part[name]))
}

/** A value, with what one that says the same has more. */
function joined(part: unknown, whole: unknown): unknown {
  if (!isMore(whole, part)) return part
  if (Array.isArray(part)) return part.map((each, at) => joined(each, Object(whole)[at]))
  return isObject(part) ? withMore(part, Object(whole)) : part
}

/** The members of an object, with what one that says the same has more. */
export function withMore(part: Item, whole: Item): Item {
  const entries = Object.entries(part).map(([name, each]) => [name, joined(each, whole[name])])
  return { ...whole, ...Object.fromEntries(entries) }
}
