import type { Operation } from '../document/contract.js'
import { attempt } from '../resources/attempt.js'
import type { Kit } from './kit.js'
import type { Probe } from './probe.js'

/** A probe of an operation, which waits for its next turn when it has sent its share of requests. */
class Task {
  readonly probe: Probe
  readonly #kit: Kit
  readonly #operation: Operation
  #running: Promise<true> | undefined
  /** Number of requests of the run at the end of its turn. */
  #end = 0
  #stop: () => void = () => {}
  #goOn: () => void = () => {}

  constructor(kit: Kit, probe: Probe, operation: Operation) {
    this.#kit = kit
    this.probe = probe
    this.#operation = operation
  }

  /** Gives it a turn of so many requests; false if it wants another one. */
  async take(requests: number): Promise<boolean> {
    const { coverage } = this.#kit
    this.#end = coverage.requests + requests
    this.#kit.pause = () => this.#pause()
    const stopped = new Promise<false>((resolve) => {
      this.#stop = () => resolve(false)
    })
    this.#goOn()
    // A probe ends at a request that cannot be written: the next values of a parameter may be others.
    this.#running ??= attempt(() => this.probe.run(this.#kit, this.#operation)).then(() => true)
    return Promise.race([this.#running, stopped])
  }

  async #pause(): Promise<void> {
    // When the run is over, it waits for ever: what it would try is no case any more, and takes long to draw.
    if (this.#kit.coverage.requests < this.#end && !this.#kit.isOver) return
    await new Promise<void>((resolve) => {
      this.#goOn = resolve
      this.#stop()
    })
  }
}

/**
 * Runs probes with all operations in turns that get longer, so that what is most different comes first: a run may be
 * cut when its time is up. The names of the probes that it did not come to the end of are returned.
 */
export async function runInTurns(
  kit: Kit,
  probes: readonly Probe[],
  noteDone: (probe: Probe) => void,
): Promise<string[]> {
  const { tested } = kit.contract
  let tasks = probes.flatMap((probe) => tested.map((each) => new Task(kit, probe, each)))
  for (let length = 1; tasks.length > 0; length *= 2) {
    const unfinished: Task[] = []
    for (const [at, task] of tasks.entries()) {
      if (kit.isOver) return namesOf([...unfinished, ...tasks.slice(at)])
      const { share = Number.POSITIVE_INFINITY } = task.probe
      if (await task.take(share * length)) noteDone(task.probe)
      else unfinished.push(task)
    }
    tasks = unfinished
  }
  return []
}

function namesOf(tasks: readonly Task[]): string[] {
  return [...new Set(tasks.map(({ probe }) => probe.name))]
}
