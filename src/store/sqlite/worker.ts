/** The thread of one SQLite store: it waits for the disk so that the event loop does not. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { BatchRunner } from './batch-runner.js'
import type { PlantDatabase } from './database.js'
import { type ThreadMessage, toReply, type WorkerData } from './messages.js'
import { methods } from './methods.js'
import { unpackCalls } from './packed-calls.js'

const { busy, identity, replies, ...settings } = workerData as WorkerData
const port = parentPort as MessagePort // null in the main thread only
const database = await openDatabase()
const batches = new BatchRunner(database, methods)

port.on('message', (message: ThreadMessage) => {
  try {
    receive(message)
  } finally {
    done()
  }
})

function receive(message: ThreadMessage): void {
  if (message === 'close') {
    close()
    return
  }
  const results = batches.run(unpackCalls(message))
  const commitTime = database.takeCommitTime()
  const isLast = database.settle()
  replies.postMessage(toReply(results, { isLast, commitTime }))
  if (isLast) close()
}

function close(): void {
  port.close() // before anything that can throw: without a port the thread ends
  database.close()
}

/**
 * When it throws, the thread ends and the other one receives the error with its `code`. Only the end of the
 * thread surely releases a file, which the library holds until its statements are garbage.
 */
async function openDatabase(): Promise<PlantDatabase> {
  try {
    // Imported here, since the import fails on a platform without a binary of the library.
    const { PlantDatabase } = await import('./database.js')
    const [device, inode] = identity as unknown as [bigint, bigint]
    const opened = new PlantDatabase(settings, inode === 0n ? undefined : [device, inode])
    identity.set(opened.identity)
    return opened
  } catch (error) {
    done()
    const { message, code } = error as { message: string; code?: string }
    const [reason] = message.split('\n', 1)
    const prefix = `cannot open the plant store ${settings.path}`
    throw Object.assign(new Error(`${prefix}: ${reason}`), { code })
  }
}

/** Marks the message as processed: the thread may now be ended. */
function done(): void {
  Atomics.store(busy, 0, 0)
  Atomics.notify(busy, 0)
}
