import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.js'
import { STOPPING } from '../start.js'
import { StartError } from '../start-error.js'
import type { WorkerOrder, WorkerState } from './messages.js'
import { RestartBackoff } from './restart-backoff.js'
import { type WorkerEnd, type WorkerOutput, WorkerProcess } from './worker-process.js'

/** The workers: as many as the configuration says, and another one for each that ends. */
export class WorkerPool {
  readonly #output: WorkerOutput
  readonly #log: FastifyBaseLogger
  readonly #backoff: RestartBackoff
  readonly #workers = new Set<WorkerProcess>()
  readonly #listening = new Set<WorkerProcess>()
  #config: Config
  #port: number | undefined
  #isServing = false
  #isTurnedAway = false

  /** @param config - Of each worker. */
  constructor(config: Config, output: WorkerOutput, log: FastifyBaseLogger) {
    this.#config = config
    this.#output = output
    this.#log = log
    this.#backoff = new RestartBackoff(config.workers)
  }

  /**
   * Resolves with the port when all listen. The first one alone meets what prevents a start, so that it is
   * told once.
   *
   * @throws {StartError} when one does not start, or ends before all listen; the others have to be killed.
   */
  async start(): Promise<number> {
    const port = await this.#startOne()
    const others = Array.from({ length: this.#config.workers - 1 }, () => this.#startOne())
    await Promise.all(others)
    if (this.#listening.size < this.#config.workers) {
      throw new StartError('a worker ended before all listened; see the lines before')
    }
    this.#isServing = true
    return port
  }

  get pids(): (number | undefined)[] {
    return [...this.#listening].map(({ pid }) => pid)
  }

  /** Changes the tokens of all workers, and of those that are started later. */
  accept(tokens: readonly Buffer[]): void {
    this.#config = { ...this.#config, tokenHashes: tokens }
    this.#tell({ tokens })
  }

  /** Why no worker can answer requests, or that this stops; `undefined` if one can. */
  async trouble(): Promise<string | undefined> {
    if (this.#isTurnedAway) return STOPPING
    const troubles = (await this.#states()).map(({ trouble }) => trouble)
    if (!this.#isServing || troubles.length === 0) return 'no worker listens'
    return troubles.includes(undefined) ? undefined : troubles[0]
  }

  /** The metrics of all workers as one text. */
  async metrics(): Promise<string> {
    const { sumText } = await import('../admin/metrics.js')
    return sumText((await this.#states()).map(({ metrics }) => metrics))
  }

  async #states(): Promise<WorkerState[]> {
    const states = await Promise.all([...this.#listening].map((worker) => worker.ask()))
    return states.filter((state) => state !== undefined)
  }

  /** From now on it is not ready, although it serves. */
  turnAway(): void {
    this.#isTurnedAway = true
  }

  /** Resolves when all workers have ended, with true if no request was cut off. */
  async stop(): Promise<boolean> {
    this.#isServing = false
    const ends = [...this.#workers].map(async (worker) => {
      // One that does not listen yet has no requests.
      const hasRequests = this.#listening.has(worker)
      const { code } = await worker.ended
      return code === 0 || !hasRequests
    })
    this.#tell('stop')
    // They take as long as that for their requests, and again for the store.
    const late = setTimeout(() => this.kill(), 2 * this.#config.shutdownTimeout + 1_000)
    const areClean = await Promise.all(ends)
    clearTimeout(late)
    return !areClean.includes(false)
  }

  /** Ends all workers at once. */
  kill(): void {
    for (const worker of this.#workers) worker.kill()
  }

  #tell(order: WorkerOrder): void {
    for (const worker of this.#workers) worker.send(order)
  }

  async #startOne(): Promise<number> {
    const worker = this.#fork()
    const early = worker.ended.then(({ failure, code, signal }) => {
      throw new StartError(failure ?? `a worker ended before it listened (${signal ?? code})`)
    })
    return Promise.race([worker.listening, early])
  }

  #fork(): WorkerProcess {
    // Without a worker the port is free again: PORT=0 would take another one.
    const port = this.#listening.size === 0 ? this.#port : undefined
    if (port !== undefined) this.#config = { ...this.#config, port }
    const worker = new WorkerProcess(this.#config, this.#output)
    this.#workers.add(worker)
    worker.listening.then((port) => this.#listens(worker, port))
    worker.ended.then((end) => this.#ended(worker, end))
    return worker
  }

  #listens(worker: WorkerProcess, port: number): void {
    this.#port ??= port
    if (port !== this.#port) {
      worker.kill()
      return
    }
    this.#listening.add(worker)
    if (this.#isServing) this.#log.info({ worker: worker.pid }, 'another worker listens')
  }

  #ended(worker: WorkerProcess, end: WorkerEnd): void {
    this.#workers.delete(worker)
    this.#listening.delete(worker)
    if (!this.#isServing) return
    const wait = this.#backoff.next(worker.age)
    this.#log.warn({ worker: worker.pid, ...end, wait }, 'a worker ended; another one is started')
    if (this.#backoff.isHopeless && this.#listening.size === 0) {
      throw new StartError('the workers end as soon as they have started; see the lines before')
    }
    setTimeout(() => {
      if (this.#isServing) this.#fork()
    }, wait)
  }
}
