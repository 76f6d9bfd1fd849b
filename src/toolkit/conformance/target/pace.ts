import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { headerOf, isRaw, type RawRequest, type SentRequest } from '../exchange/request.js'
import { isLimited, type Outcome } from '../exchange/response.js'
import type { TestTarget } from './test-target.js'

/** Most times that a request is sent again; where that is in vain, none is: something else than their number is limited. */
const AGAIN = 8

/** What comes of a request for which the run has no time any more: it might be answered in its own time. */
export const NO_TIME: Outcome = { failure: 'time', detail: 'the time of the run was up' }

/** When the server is asked: so many times a second at most, and not before it wants to be asked again. */
export class Pacing {
  readonly #apart: number
  readonly #wait: (ms: number) => Promise<unknown>
  /** When the next request may be sent, on the clock of `performance`. */
  #next = 0
  #isInVain = false

  /**
   * @param rate - Requests a second at most; 0: as many as are answered.
   * @param wait - Waits so many milliseconds, or until the run is ended.
   */
  constructor(rate: number, wait: (ms: number) => Promise<unknown>) {
    this.#apart = rate > 0 ? 1000 / rate : 0
    this.#wait = wait
  }

  /** Waits for the turn of a request, or for the end of the time that is left. */
  async turn(left = Number.POSITIVE_INFINITY): Promise<void> {
    const now = performance.now()
    const at = Math.max(now, this.#next)
    this.#next = at + this.#apart
    if (at > now) await this.#wait(Math.min(at - now, left))
  }

  /**
   * Sends a request, and again when the server says so (RFC 9110, section 10.2.3).
   *
   * @param time - Milliseconds until it counts as unanswered.
   * @param left - Milliseconds until nobody waits for a response any more.
   */
  async send(
    target: TestTarget,
    request: SentRequest | RawRequest,
    time: number,
    left: () => number,
  ): Promise<Outcome> {
    for (let again = 0; ; again++) {
      await this.turn(left())
      const given = Math.min(time, left())
      if (left() <= 0) return NO_TIME
      const outcome = isRaw(request)
        ? await target.sendRaw(request, given)
        : await target.send(request, given)
      if ('failure' in outcome && outcome.failure === 'time')
        return given < time ? NO_TIME : outcome
      const wait = waitOf(outcome)
      this.#isInVain ||= wait > 0 && again === AGAIN
      if (wait === 0 || wait >= left() || this.#isInVain) return outcome
      this.#next = Math.max(this.#next, performance.now() + wait)
    }
  }
}

/** A pace that follows a clock, and the signal that ends a run. */
export function paceOf(rate: number, signal?: AbortSignal): Pacing {
  return new Pacing(rate, (ms) => setTimeout(ms, undefined, { signal }).catch(() => {}))
}

/** Milliseconds until a server wants to be asked again, which are seconds or a date; 0 where it does not say so. */
function waitOf(outcome: Outcome): number {
  const text = (isLimited(outcome) && headerOf(outcome, 'retry-after')) || ''
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return wait > 0 ? wait : 0
}
