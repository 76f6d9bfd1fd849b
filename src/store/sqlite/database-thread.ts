import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { BatchesRun } from '../common/batched-store.js'
import type { StoreCall } from '../common/store-call.js'
import { StoreError } from '../common/store-error.js'
import type { CallOutcome } from '../common/waiting-call.js'
import type {
  BatchReply,
  CallFailure,
  DatabaseSettings,
  ThreadMessage,
  WorkerData,
} from './messages.js'
import { packCalls } from './packed-calls.js'

interface RunningBatch {
  readonly resolve: (reply: BatchReply) => void
  readonly reject: (reason: unknown) => void
}

/** The thread of `worker.ts`, started by a batch that finds none. Only a batch keeps the process alive. */
export class DatabaseThread implements BatchesRun {
  readonly #settings: DatabaseSettings
  readonly #busy = new Int32Array(new SharedArrayBuffer(4))
  readonly #identity = new BigUint64Array(new SharedArrayBuffer(16))
  #worker: Worker | undefined
  #replies: MessagePort | undefined
  #running: RunningBatch | undefined
  /** The reply of a thread that is about to end: its file may be opened again only after its end. */
  #last: BatchReply | undefined
  commitTime: number | undefined

  constructor(settings: DatabaseSettings) {
    this.#settings = settings
  }

  /** Runs one batch, when the last one has settled. @throws {StoreError} `UNAVAILABLE` when the thread dies. */
  async run(calls: readonly StoreCall[]): Promise<readonly CallOutcome<unknown>[]> {
    this.commitTime = undefined
    this.#worker ??= this.#start()
    const worker = this.#worker
    const { values, failures, commitTime } = await new Promise<BatchReply>((resolve, reject) => {
      this.#running = { resolve, reject }
      this.#send(worker, packCalls(calls))
    })
    this.commitTime = commitTime
    return values.map((value, index) => {
      const failure = failures.get(index)
      return failure ? { error: this.#toError(calls[index] as StoreCall, failure) } : { value }
    })
  }

  /**
   * Takes the reply of the running batch, if it is there. The event loop would bring it after all other
   * requests of its turn, and the thread would have nothing to do meanwhile.
   */
  called(): void {
    if (this.#running !== undefined && Atomics.load(this.#busy, 0) === 0) this.#takeReply()
  }

  #takeReply(): void {
    const received = this.#replies && receiveMessageOnPort(this.#replies)
    if (received !== undefined) this.#received(received.message)
  }

  #received(reply: BatchReply): void {
    if (reply.isLast) this.#last = reply
    else {
      this.#worker?.unref()
      this.#settle(reply)
    }
  }

  #settle(reply: BatchReply): void {
    this.#running?.resolve(reply)
    this.#running = undefined
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
    const shared = { busy: this.#busy, identity: this.#identity }
    const { port1, port2: replies } = new MessageChannel()
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      name: 'plant-store',
      workerData: { ...this.#settings, ...shared, replies } satisfies WorkerData,
      transferList: [replies],
      // Flags of the host, such as --input-type, could break the worker.
      execArgv: [],
    })
    process.on('exit', this.#waitForThread)
    let cause: Error | undefined
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', (code) => {
      process.off('exit', this.#waitForThread)
      this.#takeReply()
      this.#worker = undefined
      const last = this.#last
      this.#last = undefined
      if (last) this.#settle(last)
      else {
        const message = cause?.message ?? `the database thread ended with code ${code}`
        this.#running?.reject(new StoreError('UNAVAILABLE', message, { cause }))
        this.#running = undefined
      }
    })
    port1.on('message', (reply: BatchReply) => this.#received(reply))
    port1.unref()
    this.#replies = port1
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
