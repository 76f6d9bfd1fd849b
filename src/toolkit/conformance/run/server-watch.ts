import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Outcome } from '../exchange/response.js'
import type { TestTarget } from '../target/test-target.js'
import type { CaseRun } from './case-run.js'
import type { CaseSubject } from './trial.js'
import type { Step } from './violation.js'
import type { FoundViolation } from './violation-log.js'

/** Most milliseconds in which a server may be restarted. */
const PATIENCE = 5_000

/** Milliseconds between two looks for a server that may be restarted. */
const STEP = 100

/** Notices a server that is gone, and which case it went at: all cases after that would find no response. */
export class ServerWatch {
  readonly #target: TestTarget
  readonly #patience: number
  #last: { readonly subject: CaseSubject; readonly steps: readonly Step[] } | undefined
  #isLost = false

  /** @param patience - Milliseconds in which a server may be restarted, 5,000 at most. */
  constructor(target: TestTarget, patience: number) {
    this.#target = target
    this.#patience = Math.min(patience, PATIENCE)
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** The violation of the last case that reached the server, if it takes no connection since. */
  async lossAt(subject: CaseSubject, { steps }: CaseRun): Promise<FoundViolation | undefined> {
    const reached = steps.filter(({ outcome }) => !isRefused(outcome))
    if (reached.length > 0) this.#last = { subject, steps: reached }
    if (!steps.some(mayBeLoss) || !(await this.#isGone())) return undefined
    this.#isLost = true
    const { what, pointer, operation } = this.#last?.subject ?? subject
    return {
      ...{ check: 'response-present', what, pointer, isFlaky: false },
      ...(operation && { operation }),
      expected: 'a server that goes on',
      received: 'the server takes no connection since then',
      steps: this.#last?.steps ?? steps,
    }
  }

  async #isGone(): Promise<boolean> {
    const end = performance.now() + this.#patience
    while (!(await this.#target.takesConnections(this.#patience))) {
      if (performance.now() >= end) return true
      await wait(STEP)
    }
    return false
  }
}

/** A connection that ends is an answer to bytes; the next case finds out. */
function mayBeLoss({ request, outcome }: Step): boolean {
  if (isRefused(outcome)) return true
  return !('bytes' in request) && 'failure' in outcome && outcome.failure === 'closed'
}

function isRefused(outcome: Outcome): boolean {
  return 'failure' in outcome && outcome.failure === 'refused'
}
