import { setTimeout } from 'node:timers/promises'

/** Exchanges with others during which a server says nothing, before it counts as silent. */
const SILENT = 10

/** Exchanges after which nobody waits any more: what is said has no end. */
const MOST = 100

/** Milliseconds between two exchanges. */
const PAUSE = 10

/**
 * Waits until a server says no more: it has answered others meanwhile. So the time is that of the server: it is as long
 * as the machine is slow.
 *
 * @param heard - Number of bytes that the server has said; `undefined` when nobody waits any more.
 * @param other - Asks the server something else.
 */
export async function untilSilent(
  heard: () => number | undefined,
  other: () => Promise<unknown>,
): Promise<void> {
  let last = heard()
  let silent = 0
  for (let count = 0; count < MOST && silent < SILENT && last !== undefined; count++) {
    await setTimeout(PAUSE)
    await other()
    const now = heard()
    silent = now === last ? silent + 1 : 0
    last = now
  }
}
