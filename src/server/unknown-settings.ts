/**
 * Names in the environment that were meant for this server and are none of its settings.
 *
 * The environment is shared with the whole system, so that most unknown names are none of our
 * business. A name is taken for a misspelt setting when
 * - it is the name of a setting but for the case, or one edit away from it: a character more, a
 *   character less, another character, two neighbours swapped (not for names of four characters:
 *   PORTS or GHOST may be anybody's); or
 * - it begins like the settings that must not be lost silently: `BEARER_` or `STORE_`.
 * The names that Kubernetes and Docker set for a service called "store" or "bearer" do not count.
 */

const ownPrefix = /^(BEARER|STORE)_/
const serviceLink = /_(SERVICE_(HOST|PORT)(_.+)?|PORT(_\d+_.+)?|NAME|ENV_.+)$/

/** A line for each misspelt name. Values are not looked at. */
export function misspeltNames(found: readonly string[], known: readonly string[]): string[] {
  return found.flatMap((name) => {
    if (known.includes(name)) return []
    const upper = name.toUpperCase()
    const meant = known.find((setting) => isNear(upper, setting))
    if (meant !== undefined)
      return [`${name}: is not a setting; rename it to ${meant} or remove it`]
    if (!ownPrefix.test(upper) || serviceLink.test(upper)) return []
    const start = upper.slice(0, upper.indexOf('_'))
    const similar = known.filter((setting) => setting.startsWith(start)).join(' or ')
    return [`${name}: is not a setting; rename it to ${similar} or remove it`]
  })
}

function isNear(name: string, setting: string): boolean {
  return setting.length > 4 && (name === setting || oneEditApart(name, setting))
}

/** Whether one insertion, deletion, substitution or swap of neighbours makes two texts equal. */
export function oneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  let i = 0
  while (i < short.length && short[i] === long[i]) i++
  if (long.length - short.length === 1) return short.slice(i) === long.slice(i + 1)
  if (long.length !== short.length || i === short.length) return false
  const swapped = short[i] === long[i + 1] && short[i + 1] === long[i]
  return (
    short.slice(i + 1) === long.slice(i + 1) ||
    (swapped && short.slice(i + 2) === long.slice(i + 2))
  )
}
