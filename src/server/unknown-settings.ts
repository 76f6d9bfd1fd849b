/**
 * Environment variables that look like misspelt settings.
 *
 * The environment is shared with the whole system, so most unknown names are none of our business. A name
 * counts as a misspelt setting when
 * - it equals the name of a setting in another case, or one edit (insertion, deletion, substitution, swap of
 *   neighbours) makes it equal; not for names of four characters: PORTS or GHOST may be anybody's; or
 * - it begins with `BEARER_` or `STORE_`, like settings that must not be lost silently.
 * Names that Kubernetes and Docker set for a service called "store" or "bearer" do not count.
 */

const ownPrefix = /^(BEARER|STORE)_/
const serviceLink = /_(SERVICE_(HOST|PORT)(_.+)?|PORT(_\d+_.+)?|NAME|ENV_.+)$/

/** One line for each misspelt name, without its value. */
export function unknownSettings(present: readonly string[], settings: readonly string[]): string[] {
  return present.flatMap((name) => {
    if (settings.includes(name)) return []
    const upper = name.toUpperCase()
    const meant = settings.find((setting) => isNear(upper, setting))
    if (meant !== undefined)
      return [`${name}: is not a setting; rename it to ${meant} or remove it`]
    if (!ownPrefix.test(upper) || serviceLink.test(upper)) return []
    const start = upper.slice(0, upper.indexOf('_'))
    const similar = settings.filter((setting) => setting.startsWith(start)).join(' or ')
    return [`${name}: is not a setting; rename it to ${similar} or remove it`]
  })
}

function isNear(name: string, setting: string): boolean {
  return setting.length > 4 && (name === setting || isOneEditApart(name, setting))
}

/** True if one insertion, deletion, substitution or swap of neighbours makes two texts equal. */
export function isOneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  let i = 0
  while (i < short.length && short[i] === long[i]) i++
  if (long.length - short.length === 1) return short.slice(i) === long.slice(i + 1)
  if (long.length !== short.length || i === short.length) return false
  const isSwapped = short[i] === long[i + 1] && short[i + 1] === long[i]
  return (
    short.slice(i + 1) === long.slice(i + 1) ||
    (isSwapped && short.slice(i + 2) === long.slice(i + 2))
  )
}
