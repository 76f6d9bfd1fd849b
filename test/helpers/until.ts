import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats a check until it is true, or until the test's time-out. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(10)
}

/** Waits until a number has stayed the same for a while. */
export async function unchanged(value: () => number): Promise<void> {
  let last = Number.NaN
  for (let quiet = 0; quiet < 50; quiet++) {
    if (value() !== last) quiet = 0
    last = value()
    await sleep(2)
  }
}
