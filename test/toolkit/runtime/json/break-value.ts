import type { Chance } from './random.js'

type Holder = Record<string | number, unknown>

/** Every member and element, as what holds it and its key. */
export function placesIn(value: unknown): [holder: Holder, key: string][] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Object.keys(value)
  return keys.flatMap((key) => [
    [value as Holder, key] as [Holder, string],
    ...placesIn((value as Holder)[key]),
  ])
}

const VALUES_INSTEAD = [5, -1, 1.5, '', 'x', 'integer', true, false, null, [], {}, ['x'], { x: 1 }]
const NAMES_INSTEAD = ['x', '', 'type', 'schema', '$ref', 'a/b~c', '200', '__proto__']

/** Changes one place of a value, where it has any. */
export function breakValue(value: unknown, { below, pick }: Chance): void {
  const places = placesIn(value)
  if (places.length === 0) return
  const [holder, key] = pick(places)
  const [other, otherKey] = pick(places)
  pick([
    () => void Object.assign(holder, { [key]: pick(VALUES_INSTEAD) }),
    () => void Object.assign(holder, { [key]: pick(VALUES_INSTEAD) }),
    () => void Object.assign(holder, { [key]: structuredClone(other[otherKey]) }),
    () => void delete holder[key],
    () => {
      if (Array.isArray(holder)) holder.splice(below(holder.length), 1)
      else holder[pick(NAMES_INSTEAD)] = holder[key]
    },
  ])()
}
