import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.js'
import type { WorkerOrder, WorkerReport, WorkerState } from './messages.js'
import { passLines } from './whole-lines.js'

/** Where the output of workers goes, in whole lines. */
export interface WorkerOutput {
  readonly log: (lines: string) => void
  readonly errors: (lines: string) => void
}

/** How a worker ended: with an exit code or by a signal, perhaps with a reason. */
export interface WorkerEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly failure: string | undefined
}

/** A worker, as the primary sees it. */
export class WorkerProcess {
  readonly #worker: Worker
  readonly #startedAt = performance.now()
  readonly #ready: Promise<void>
  #failure: string | undefined
  #answer: ReturnType<typeof promised<WorkerState | undefined>> | undefined
  /** Resolves with its port when it listens; never if it ends before. */
  readonly listening: Promise<number>
  /** Resolves when it has ended, after its last line. */
  readonly ended: Promise<WorkerEnd>

  constructor(config: Config, output: WorkerOutput) {
    const worker = forkWorker()
    passLines(worker.process.stdout, output.log)
    passLines(worker.process.stderr, output.errors)
    this.#worker = worker
    const [ready, listening] = [promised<void>(), promised<number>()]
    this.#ready = ready.promise
    this.listening = listening.promise
    worker.on('message', (report: WorkerReport) => {
      if (report === 'ready') ready.resolve()
      else if ('port' in report) listening.resolve(report.port)
      else if ('state' in report) this.#answer?.resolve(report.state)
      else this.#failure = report.failure
    })
    this.ended = new Promise((resolve) => {
      worker.process.once('close', (code, signal) =>
        resolve({ code, signal, failure: this.#failure }),
      )
      worker.on('error', ({ message }: Error) => {
        // Of a message to a worker that has just ended, there is nothing to say.
        if (!this.pid) resolve({ code: null, signal: null, failure: message })
      })
    })
    this.send({ config })
  }

  /** Undefined if the system could not start it. */
  get pid(): number | undefined {
    return this.#worker.process.pid
  }

  /** Milliseconds since its start. */
  get age(): number {
    return performance.now() - this.#startedAt
  }

  /** One that ends or has ended gets no orders. */
  async send(order: WorkerOrder): Promise<void> {
    await this.#ready
    if (this.#worker.isConnected()) this.#worker.send(order, () => {})
  }

  /** The state of one that listens; nothing if it ends. Those who ask at once get the same answer. */
  ask(): Promise<WorkerState | undefined> {
    if (this.#answer === undefined) {
      const answer = promised<WorkerState | undefined>()
      this.#answer = answer
      this.ended.then(() => answer.resolve(undefined))
      answer.promise.then(() => {
        this.#answer = undefined
      })
      this.send('ask')
    }
    return this.#answer.promise
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL')
  }
}

function promised<T>() {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

function forkWorker(): Worker {
  // Not as the environment says: connections of all workers have to be spread evenly.
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('./worker.js', import.meta.url)),
    args: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Unlike JSON, it keeps the digests of tokens as they are.
    serialization: 'advanced',
  })
  return cluster.fork()
}
