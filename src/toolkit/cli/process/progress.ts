import type { RunObserver } from '../../conformance/conform-options.js'
import { plural } from '../../shared/plural.js'

/** An output that may be a terminal. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Milliseconds, or operations of the document, from which progress is shown. */
const LONG_RUN = 1000
const MANY_OPERATIONS = 300

/** To the first column, and erase to the end of the line (ECMA-48, 8.3.41). */
const CLEAR_LINE = '\r\u001b[K'

/** The current stage of a long run, on one line that is rewritten; only on a terminal. */
export function showProgress(screen: Screen, now = () => performance.now()) {
  const since = now()
  let isShown = false
  return {
    stage(name: string, n: number, of: number, operations = 0): void {
      const isLong = now() - since >= LONG_RUN || operations > MANY_OPERATIONS
      if (!screen.isTTY || !isLong) return
      isShown = true
      const size = operations > 0 ? ` of ${plural(operations, 'operation')}` : ''
      screen.write(`${CLEAR_LINE}${n}/${of} ${name}${size}`)
    },
    clear(): void {
      if (isShown) screen.write(CLEAR_LINE)
      isShown = false
    },
  }
}

const WIDTH = 24

/** A bar of how much of a run is done, on one line that is rewritten; only on a terminal. */
export function showRun(screen: Screen): RunObserver & { clear(): void } {
  let isShown = false
  return {
    progress({ probe, done, of, violations, requests }) {
      if (!screen.isTTY) return
      isShown = true
      const full = Math.round((done / Math.max(of, 1)) * WIDTH)
      const bar = `${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}`
      screen.write(
        `${CLEAR_LINE}[${bar}] ${probe}: ${plural(requests, 'request')}, ${plural(violations, 'violation')}`,
      )
    },
    clear() {
      if (isShown) screen.write(CLEAR_LINE)
      isShown = false
    },
  }
}
