import { Worker } from 'node:worker_threads'
import type { Outcome } from '../common/batch-queue.js'
import { StoreError } from '../common/store-error.js'
import type { Answer, Call, Failure, Message, Reply, Settings, WorkerData } from './messages.js'

interface Batch {
  readonly resolve: (answers: readonly Answer[]) => void
  readonly reject: (reason: unknown) => void
}

/**
 * The other end of `worker.ts`: starts the thread with the first batch, and again with the next
 * batch when it died. It keeps the process alive while a batch is under way, and not when idle.
 */
export class DatabaseThread {
  readonly #settings: Settings
  readonly #busy = new Int32Array(new SharedArrayBuffer(4))
  readonly #known = new BigUint64Array(new SharedArrayBuffer(16))
  #worker: Worker | undefined
  #underWay: Batch | undefined

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /**
   * Does one batch; the next may begin when it has settled.
   *
   * @throws {StoreError} code `UNAVAILABLE` when the thread dies of it: the next call starts another.
   */
  async run(calls: readonly Call[]): Promise<readonly Outcome<unknown>[]> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const answers = await new Promise<readonly Answer[]>((resolve, reject) => {
      this.#underWay = { resolve, reject }
      this.#send(worker, calls)
    })
    return answers.map((answer, index) =>
      'value' in answer ? answer : { error: this.#asError(calls[index] as Call, answer) },
    )
  }

  /** Ends the thread when it has closed its file. Never rejects. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    await new Promise<void>((resolve) => {
      worker.once('exit', () => resolve())
      this.#send(worker, 'close')
    })
  }

  #send(worker: Worker, message: Message): void {
    Atomics.store(this.#busy, 0, 1)
    worker.ref()
    worker.postMessage(message)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      name: 'plant-store',
      workerData: {
        ...this.#settings,
        busy: this.#busy,
        known: this.#known,
      } satisfies WorkerData,
      // Flags of the host, --input-type for one, are not meant for this file and can break it.
      execArgv: [],
    })
    process.on('exit', this.#linger)
    let cause: Error | undefined
    let last: Reply | undefined
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', (code) => {
      process.off('exit', this.#linger)
      this.#worker = undefined
      if (last) this.#underWay?.resolve(last.answers)
      else this.#underWay?.reject(ended(cause ?? `the database thread ended with code ${code}`))
    })
    worker.on('message', (reply: Reply) => {
      // Until it has closed the file nobody is to open it again.
      if (reply.isLast) last = reply
      else {
        worker.unref()
        this.#underWay?.resolve(reply.answers)
      }
    })
    return worker
  }

  /**
   * `process.exit` ends the threads of the process wherever they are, and the library aborts the
   * process when that happens inside it. So the exit waits until the message under way is dealt
   * with. It may have to wait for a lock twice, to open and to write; and a thread that died of
   * something else, memory for one, will never say so, hence the limit.
   */
  readonly #linger = () => {
    Atomics.wait(this.#busy, 0, 1, 2 * this.#settings.busyTimeout + 10_000)
  }

  #asError({ method }: Call, { reason, code = '' }: Failure): StoreError {
    const cause = Object.assign(new Error(reason), { code })
    const { path } = this.#settings
    if (unusable.test(code)) {
      const message = `the plant store ${path} cannot be used now: ${reason}`
      return new StoreError('UNAVAILABLE', message, { cause })
    }
    return new StoreError('FAILED', `${method} failed in the plant store ${path}: ${reason}`, {
      cause,
    })
  }
}

/** What is wrong with the file, the disk or the machine, not with the call: https://www.sqlite.org/rescode.html */
const unusable =
  /^(FILE$|SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|LOCKED|NOMEM|NOTADB|PERM|PROTOCOL|READONLY))/

function ended(cause: Error | string): StoreError {
  if (typeof cause === 'string') return new StoreError('UNAVAILABLE', cause)
  return new StoreError('UNAVAILABLE', cause.message, { cause })
}
