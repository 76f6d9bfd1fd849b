import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { StartError } from '../start-error.js'
import type { WorkerOrder, WorkerReport, WorkerState } from './worker.js'

/** Milliseconds before a worker that ended is replaced; twice as many each time that one ends so soon. */
const FIRST_WAIT = 100
const LONGEST_WAIT = 10_000

interface PoolOptions {
  /** Of each worker, beside the environment of this process. */
  readonly env: NodeJS.ProcessEnv
  /** Takes what workers log, in whole lines. */
  readonly write: (line: string) => unknown
  readonly log: FastifyBaseLogger
}

const send = (worker: Worker, order: WorkerOrder) => worker.send(order, () => {})

/** Workers, and another one for each that ends. */
export class WorkerPool {
  readonly #options: PoolOptions
  readonly #listening = new Set<Worker>()
  /** Those that have closed their servers, and wait until all have. */
  readonly #closed = new Set<Worker>()
  #wait = FIRST_WAIT
  #isStopping = false

  constructor(options: PoolOptions) {
    this.#options = options
    // Not as the environment says: connections of all workers have to be spread evenly.
    cluster.schedulingPolicy = cluster.SCHED_RR
    const exec = fileURLToPath(new URL('./worker.js', import.meta.url))
    cluster.setupPrimary({ exec, args: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    process.once('exit', () => this.kill())
  }

  get pids(): (number | undefined)[] {
    return [...this.#listening].map(({ process }) => process.pid)
  }

  /** The states of those that listen and answer in time. */
  async states(): Promise<WorkerState[]> {
    const asked = [...this.#listening].map((worker) => {
      send(worker, 'ask')
      return once(worker, 'state', { signal: AbortSignal.timeout(500) })
    })
    const states = await Promise.allSettled(asked)
    return states.flatMap((state) => (state.status === 'fulfilled' ? state.value[0] : []))
  }

  /** Resolves when all have ended, or are killed after that time, with true if no request was cut off. */
  async stop(milliseconds: number): Promise<boolean> {
    this.kill((worker) => !this.#listening.has(worker))
    setTimeout(() => this.kill(), milliseconds).unref()
    const codes = [...this.#listening].map(async (worker) => {
      send(worker, 'stop')
      return (await once(worker, 'exit'))[0]
    })
    return (await Promise.all(codes)).every((code) => code === 0)
  }

  kill(isMeant = (_worker: Worker) => true): void {
    this.#isStopping = true
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker && isMeant(worker)) worker.process.kill('SIGKILL')
  }

  /** Starts a worker; resolves with its port when it listens. @throws {StartError} when it ends before. */
  fork(): Promise<number> {
    const worker = cluster.fork(this.#options.env)
    const { stdout: input } = worker.process
    if (input) createInterface({ input }).on('line', (line) => this.#options.write(`${line}\n`))
    const startedAt = performance.now()
    return new Promise((resolve, reject) => {
      let failure: string | undefined
      worker.on('error', ({ message }: Error) => (failure = message))
      worker.on('message', (report: WorkerReport) => {
        if ('failure' in report) failure = report.failure
        if ('metrics' in report) worker.emit('state', report)
        if ('isClosed' in report) {
          this.#closed.add(worker)
          this.#release()
        }
        if (!('port' in report)) return
        this.#listening.add(worker)
        resolve(report.port)
      })
      worker.process.once('close', (code, signal) => {
        reject(new StartError(failure ?? `a worker ended before it listened (${signal ?? code})`))
        const end = { worker: worker.process.pid, code, signal }
        this.#closed.delete(worker)
        if (this.#listening.delete(worker)) this.#replace(end, performance.now() - startedAt)
        this.#release()
      })
    })
  }

  /**
   * Tells workers that have closed their servers to send their last responses: at once if others serve on, else when
   * all have. A client's next connection is then refused; it would be accepted and reset before.
   */
  #release(): void {
    const isOver = [...this.#listening].every((worker) => this.#closed.has(worker))
    if (isOver || !this.#isStopping) for (const worker of this.#closed) send(worker, 'closed')
  }

  #replace(end: object, lived = 0): void {
    if (this.#isStopping) return
    const wait = lived < LONGEST_WAIT ? this.#wait : FIRST_WAIT
    this.#wait = Math.min(2 * wait, LONGEST_WAIT)
    this.#options.log.warn({ ...end, wait }, 'a worker ended; another one is started')
    setTimeout(() => {
      if (this.#isStopping) return
      const told = () => this.#options.log.info({ workers: this.pids }, 'another worker listens')
      this.fork().then(told, (err) => this.#replace({ err }))
    }, wait)
  }
}
