import { performance } from 'node:perf_hooks'
import type { KitSettings } from './kit-settings.js'
import type { ServerWatch } from './server-watch.js'
import type { FoundViolation } from './violation-log.js'

/** Part of the time of a run, and most milliseconds, for what was found shortly before its end to be repeated. */
const [MORE, MOST] = [0.1, 2_000]

/** Milliseconds after that, in which what the run has made is removed. */
const FOR_REMOVAL = 2_000

/** How many times as long as usual the kit waits before it says that there is no response: a machine may be slow. */
const PATIENCE = 4

/** Least part of the usual time, when that of the run is up. */
const LEAST = 0.2

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

  get why(): string | undefined {
    const failure = this.#failure
    if (failure !== undefined) return failure
    if (this.#isEnough) return 'A violation was found'
    return performance.now() >= this.time ? 'The time was up' : undefined
  }

  /** True when cases that were begun in time have to end, too. */
  get isLate(): boolean {
    return this.#failure !== undefined || this.left <= 0
  }

  /** Milliseconds until nothing more is sent of what was begun in time. */
  get left(): number {
    return this.time + Math.min(MOST, MORE * this.#settings.time) - performance.now()
  }

  /** Milliseconds until nothing more is removed. */
  get leftForRemoval(): number {
    return this.left + FOR_REMOVAL
  }

  /** Milliseconds for the second try of a request that was not answered in its time; the run ends in time all the same. */
  get moreTime(): number {
    const { requestTime } = this.#settings
    const left = this.time - performance.now()
    return Math.ceil(Math.max(LEAST * requestTime, Math.min(left, PATIENCE * requestTime)))
  }

  get #failure(): string | undefined {
    if (this.#settings.signal?.aborted) return 'The run was ended'
    return this.#server.isLost ? 'The server was gone' : undefined
  }
}
