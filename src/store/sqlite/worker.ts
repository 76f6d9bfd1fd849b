/** The thread of one SQLite store: waits for the disk so that the event loop never does. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { BatchRunner } from './batch-runner.js'
import type { PlantDatabase } from './database.js'
import type { Message, Reply, WorkerData } from './messages.js'
import { methods } from './methods.js'

const { busy, known, ...settings } = workerData as WorkerData
const port = parentPort as MessagePort // null in the main thread only
const database = await openDatabase()
const batches = new BatchRunner(database, methods)

port.on('message', (message: Message) => {
  try {
    receive(message)
  } finally {
    done()
  }
})

function receive(message: Message): void {
  if (message === 'close') {
    close()
    return
  }
  const answers = batches.run(message)
  const isLast = database.settle()
  port.postMessage({ answers, isLast } satisfies Reply)
  if (isLast) close()
}

function close(): void {
  port.close() // before anything that can throw: without a port the thread ends
  database.close()
}

/**
 * When it throws, the thread ends and the error arrives at the other end, `code` included. Ending
 * is also the only sure way to let go of a file: the library holds it until its statements are
 * garbage.
 */
async function openDatabase(): Promise<PlantDatabase> {
  try {
    // Here, because on a platform without a binary of the library the import fails.
    const { PlantDatabase } = await import('./database.js')
    const [device, number] = known as unknown as [bigint, bigint]
    const opened = new PlantDatabase(settings, number === 0n ? undefined : [device, number])
    known.set(opened.identity)
    return opened
  } catch (error) {
    done()
    const { message, code } = error as { message: string; code?: string }
    const [reason] = message.split('\n', 1)
    throw Object.assign(new Error(`cannot open the plant store ${settings.path}: ${reason}`), {
      code,
    })
  }
}

/** The message that is under way is dealt with: the thread may now be ended. */
function done(): void {
  Atomics.store(busy, 0, 0)
  Atomics.notify(busy, 0)
}
