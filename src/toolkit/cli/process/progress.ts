import type { RunObserver } from '../../conformance/conform-options.js'
import { plural } from '../../shared/plural.js'

/** An output that may be a terminal. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** To the first column, and erase to the end of the line (ECMA-48, 8.3.41). */
const CLEAR_LINE = '\r\u001b[K'

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
