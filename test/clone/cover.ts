import t, { type Test } from 'tap'
import { Clone } from './clone.js'

export const clone = await Clone.make()
t.teardown(() => clone.remove())

const names = new Set<string>()

/** Names of the commands that are covered here or by another check. */
export const covered: ReadonlySet<string> = names

/**
 * Checks something in a clone in which nothing is compiled.
 *
 * @param commands - The names of the commands that it covers, as `commandsIn` gives them.
 */
export function cover(
  does: string,
  commands: readonly string[],
  check: (t: Test) => Promise<void>,
): void {
  for (const each of commands) names.add(each)
  t.test(does, async (t) => {
    await clone.reset()
    await check(t)
  })
}

/** Lists commands that are not run here, with the reason. */
export function leave(commands: readonly string[], _why: string): void {
  for (const each of commands) names.add(each)
}
