import type { Declaration } from '../../print/declaration.js'

/** What operations use themselves. */
const NOBODY = ''

/**
 * The declaration that each of the others stands with: where all who use it stand with the same one,
 * that; else itself. So a value that needs one is likely to need all that stand with it.
 */
export function leaders(
  operations: readonly Declaration[],
  others: readonly Declaration[],
): (name: string) => string {
  const users = directUsers(operations, others)
  const found = new Map([[NOBODY, NOBODY]])
  // In a circle nobody is first; who has stood alone once, does so for good.
  for (let isNew = true; isNew; ) {
    isNew = false
    for (const [name, some] of users) {
      const before = found.get(name)
      const now = before === name ? name : leaderOf(name, some, found)
      if (now === before || now === undefined) continue
      found.set(name, now)
      isNew = true
    }
  }
  return (name) => found.get(name) ?? name
}

/** As far as it is known who leads the users. */
function leaderOf(
  name: string,
  users: ReadonlySet<string>,
  found: ReadonlyMap<string, string>,
): string | undefined {
  let leader: string | undefined
  for (const user of users) {
    const theirs = found.get(user)
    if (theirs === undefined) continue
    if (theirs === NOBODY || (leader !== undefined && leader !== theirs)) return name
    leader = theirs
  }
  return leader
}

/** Who uses each of the others, but for themselves. */
function directUsers(
  operations: readonly Declaration[],
  others: readonly Declaration[],
): Map<string, Set<string>> {
  const users = new Map(others.map(({ name }) => [name, new Set<string>()]))
  const add = (user: string, uses: readonly string[]) => {
    for (const name of uses) if (name !== user) users.get(name)?.add(user)
  }
  for (const { uses } of operations) add(NOBODY, uses)
  for (const { name, uses } of others) add(name, uses)
  return users
}
