import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BatchesRun } from '../common/batched-store.js'
import type { StoreCall } from '../common/store-call.js'
import { StoreError } from '../common/store-error.js'
import type { CallOutcome } from '../common/waiting-call.js'
import type {
  CallFailure,
  CallResult,
  DatabaseSettings,
  ThreadMessage,
  WorkerData,
} from './messages.js'

/** A bundle of CommonJS has no `import.meta`, so that there is no such file. */
const THREAD = join(import.meta.dirname ?? '/', 'worker.js')

interface RunningBatch {
  readonly resolve: (reply: readonly CallResult[]) => void
  readonly reject: (reason: unknown) => void
}

/** The thread of `worker.ts`, started by a batch that finds none. Only a batch keeps the process alive. */
export class DatabaseThread implements BatchesRun {
  readonly #settings: DatabaseSettings
  readonly #busy = new Int32Array(new SharedArrayBuffer(4))
  #worker: Worker | undefined
  #running: RunningBatch | undefined

  constructor(settings: DatabaseSettings) {
    this.#settings = settings
  }

  /** Runs one batch, when the last one has settled. @throws {StoreError} `UNAVAILABLE` when the thread dies. */
  async run(calls: readonly StoreCall[]): Promise<readonly CallOutcome<unknown>[]> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const results = await new Promise<readonly CallResult[]>((resolve, reject) => {
      this.#running = { resolve, reject }
      this.#send(worker, calls)
    })
    worker.unref()
    return results.map((result, index) =>
      'reason' in result ? { error: this.#toError(calls[index] as StoreCall, result) } : result,
    )
  }

  /** Resolves when the thread has closed its file and ended. Never rejects. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    await new Promise<void>((resolve) => {
      worker.once('exit', () => resolve())
      this.#send(worker, 'close')
    })
  }

  #send(worker: Worker, message: ThreadMessage): void {
    Atomics.store(this.#busy, 0, 1)
    worker.ref()
    worker.postMessage(message)
  }

  #start(): Worker {
    const worker = new Worker(THREAD, {
      name: 'plant-store',
      workerData: { ...this.#settings, busy: this.#busy } satisfies WorkerData,
      // Flags of the host, such as --input-type, could break the worker.
      execArgv: [],
    })
    process.on('exit', this.#waitForThread)
    let cause: Error | undefined
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('message', (reply: readonly CallResult[]) => this.#running?.resolve(reply))
    worker.on('exit', (code) => {
      process.off('exit', this.#waitForThread)
      this.#worker = undefined
      const message = existsSync(THREAD)
        ? (cause?.message ?? `the database thread ended with code ${code}`)
        : `there is no ${THREAD}: a bundle has to leave plant-store out, as an external package`
      // Without effect if the batch has its reply.
      this.#running?.reject(new StoreError('UNAVAILABLE', message, { cause }))
    })
    return worker
  }

  /**
   * Delays the exit of the process until the thread has processed its message: `process.exit` ends threads
   * anywhere, and inside the library that aborts the process. The thread may wait for a lock twice, to open
   * and to write. The limit is for a thread that has died.
   */
  readonly #waitForThread = () => {
    Atomics.wait(this.#busy, 0, 1, 2 * this.#settings.busyTimeout + 10_000)
  }

  #toError({ method }: StoreCall, { reason, code = '' }: CallFailure): StoreError {
    const cause = Object.assign(new Error(reason), { code })
    const { path } = this.#settings
    const [kind, message] = unavailable.test(code)
      ? (['UNAVAILABLE', `the plant store ${path} cannot be used now: ${reason}`] as const)
      : (['FAILED', `${method} failed in the plant store ${path}: ${reason}`] as const)
    return new StoreError(kind, message, { cause })
  }
}

/** Problems of the file, the disk or the machine, not of the call: https://www.sqlite.org/rescode.html */
const unavailable =
  /^(FILE$|SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|LOCKED|NOMEM|NOTADB|PERM|PROTOCOL|READONLY))/
