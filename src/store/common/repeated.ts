import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds before the first repetition, and the most of them. */
const FIRST_PAUSE = 20
const LONGEST_PAUSE = 500

/** Runs statements, and again while they fail for a reason that passes, up to a time of `performance.now`. */
export async function repeated<Value>(
  run: () => Promise<Value>,
  isPassing: (error: unknown) => boolean,
  end: number,
  pause = FIRST_PAUSE,
): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    if (!isPassing(error) || performance.now() + pause > end) throw error
  }
  await wait(pause)
  return repeated(run, isPassing, end, Math.min(2 * pause, LONGEST_PAUSE))
}
