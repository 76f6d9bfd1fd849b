import { performance } from 'node:perf_hooks'
import type { KitSettings } from './kit-settings.js'
import type { ServerWatch } from './server-watch.js'
import type { FoundViolation } from './violation-log.js'

/** Part of the time of a run for what was found shortly before its end to be repeated. */
const MORE = 0.1

/** When a run ends, and why. */
export class EndOfRun {
  /** Milliseconds on the clock of `performance`, at which the time of the run is up. */
  readonly time: number
  readonly #settings: KitSettings
  readonly #server: ServerWatch
  #isEnough = false

  constructor(settings: KitSettings, server: ServerWatch) {
    this.time = performance.now() + settings.time
    this.#settings = settings
    this.#server = server
  }

  note(violation: FoundViolation): void {
    if (this.#settings.isEnough?.(violation)) this.#isEnough = true
  }

  /** Why the run is over, if it is. */
  get why(): string | undefined {
    const failure = this.#failure
    if (failure !== undefined) return failure
    if (this.#isEnough) return 'A violation was found'
    return performance.now() >= this.time ? 'The time was up' : undefined
  }

  /** True when cases that were begun in time have to end, too. */
  get isLate(): boolean {
    const { time } = this.#settings
    return this.#failure !== undefined || performance.now() >= this.time + MORE * time
  }

  get #failure(): string | undefined {
    if (this.#settings.signal?.aborted) return 'The run was ended'
    return this.#server.isLost ? 'The server was gone' : undefined
  }
}
