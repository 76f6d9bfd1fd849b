import type { Declaration } from '../../print/code.js'

/** Dominator of the declarations that operations use directly. */
const NONE = ''

/**
 * The outermost dominator of each declaration in the graph of uses from operations to declarations, or
 * the declaration itself. A value that needs a declaration is likely to need all that it dominates.
 */
export function dominators(
  operations: readonly Declaration[],
  declarations: readonly Declaration[],
): (name: string) => string {
  const users = directUsers(operations, declarations)
  const found = new Map([[NONE, NONE]])
  // No declaration of a cycle is first; one that was its own dominator once stays that.
  for (let isNew = true; isNew; ) {
    isNew = false
    for (const [name, some] of users) {
      const before = found.get(name)
      const now = before === name ? name : commonDominator(name, some, found)
      if (now === before || now === undefined) continue
      found.set(name, now)
      isNew = true
    }
  }
  return (name) => found.get(name) ?? name
}

/** The dominator that all users have so far, or the declaration itself. */
function commonDominator(
  name: string,
  users: ReadonlySet<string>,
  found: ReadonlyMap<string, string>,
): string | undefined {
  let dominator: string | undefined
  for (const user of users) {
    const theirs = found.get(user)
    if (theirs === undefined) continue
    if (theirs === NONE || (dominator !== undefined && dominator !== theirs)) return name
    dominator = theirs
  }
  return dominator
}

/** Declarations that use each declaration, except itself. */
function directUsers(
  operations: readonly Declaration[],
  declarations: readonly Declaration[],
): Map<string, Set<string>> {
  const users = new Map(declarations.map(({ name }) => [name, new Set<string>()]))
  const add = (user: string, uses: readonly string[]) => {
    for (const name of uses) if (name !== user) users.get(name)?.add(user)
  }
  for (const { uses } of operations) add(NONE, uses)
  for (const { name, uses } of declarations) add(name, uses)
  return users
}
