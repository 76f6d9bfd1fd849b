import { isObject } from '#toolkit/openapi/json.js'

export type Item = Readonly<Record<string, unknown>>

/** A member that may be the id of an item. */
export interface Candidate {
  readonly name: string
  readonly value: string | number
}

/** The bodies themselves, and the objects that are their members. */
export function objectsIn(body: unknown): Item[] {
  const inside = isObject(body) ? Object.values(body).filter(isObject) : []
  return [...(isObject(body) ? [body] : []), ...inside]
}

/** The members of a body that a client may take for the id that a path parameter names, the likeliest first. */
export function candidatesIn(body: unknown, parameter: string): Candidate[] {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '')
  const alone =
    typeof body === 'string' || typeof body === 'number' ? [{ name: '', value: body }] : []
  const ranks: ((name: string) => boolean)[] = [
    (name) => plain(name) === plain(parameter),
    (name) => /^_?(id|uuid|guid)$/i.test(name),
    (name) => /^(key|name|slug)$/i.test(name) || plain(parameter).endsWith(plain(name)),
    (name) => /(Id|_id|ID|Name|_name)$/.test(name),
  ]
  const named = ranks.flatMap((isRank) => {
    return objectsIn(body).flatMap((object) => {
      const found = Object.entries(object).filter(([name]) => isRank(name))
      return found.flatMap(([name, value]) =>
        typeof value === 'string' || typeof value === 'number' ? [{ name, value }] : [],
      )
    })
  })
  return [...alone, ...named]
}

/** The last of the items of a list that a body has. */
export function lastListed(body: unknown): unknown {
  if (Array.isArray(body)) return body.at(-1)
  const inside = isObject(body) ? Object.values(body) : []
  return inside.map(lastListed).find(isObject)
}

/**
 * The names of sent members that a body has with another value, though it may have the value that was sent.
 *
 * @param accepts - True if a body of that kind is valid.
 * @param id - Name of the member with the id: other things may have one, too.
 */
export function missedIn(
  sent: unknown,
  body: unknown,
  accepts: (body: unknown) => boolean,
  id: string,
): string[] {
  const common = (one: Item, other: Item) =>
    Object.keys(one).filter((name) => Object.hasOwn(other, name))
  const pairs = objectsIn(sent).flatMap((one) =>
    objectsIn(body).map((other) => [one, other] as const),
  )
  const [pair] = pairs.toSorted((a, b) => common(...b).length - common(...a).length)
  if (pair === undefined) return []
  const [own, shown] = pair
  return common(own, shown).filter((name) => {
    if (
      name === id ||
      /^_?id$/i.test(name) ||
      own[name] === null ||
      isShown(own[name], shown[name])
    )
      return false
    const replace = (each: unknown): unknown =>
      each === shown ? { ...shown, [name]: own[name] } : each
    const whole = isObject(body) && body !== shown
    const changed = whole
      ? Object.fromEntries(Object.entries(body).map(([key, each]) => [key, replace(each)]))
      : replace(body)
    return accepts(changed)
  })
}

/** True if a value is another, whose objects may have members more and less. */
function isShown(own: unknown, shown: unknown): boolean {
  if (Array.isArray(own) && Array.isArray(shown)) {
    return own.length === shown.length && own.every((each, index) => isShown(each, shown[index]))
  }
  if (!isObject(own) || !isObject(shown)) return own === shown
  const common = Object.keys(own).filter((name) => Object.hasOwn(shown, name))
  return common.every((name) => isShown(own[name], shown[name]))
}

/** True if a list has an item with an id. */
export function lists(body: unknown, value: unknown, depth = 0): boolean {
  const isId = (each: unknown) => String(each) === String(value)
  if (Array.isArray(body)) {
    return body.some((each) => isId(each) || objectsIn(each).flatMap(Object.values).some(isId))
  }
  const inside = isObject(body) && depth < 3 ? Object.values(body) : []
  return inside.some((each) => lists(each, value, depth + 1))
}
