/** The thread of one SQLite store: it waits for the disk so that the event loop does not. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { batchRunner } from './batch-runner.js'
import type { PlantDatabase } from './database.js'
import type { ThreadMessage, WorkerData } from './messages.js'
import { methods } from './methods.js'

/** What to do about the error of a code. */
const REMEDIES: readonly (readonly [code: RegExp, remedy: string])[] = [
  [
    /^(EACCES|EPERM|EROFS|ENOENT|ENOTDIR)$/,
    '; its folder has to be one that this user may write to',
  ],
  [/^SQLITE_NOTADB$/, '; name another file'],
]

const { busy, ...settings } = workerData as WorkerData
const port = parentPort as MessagePort // null in the main thread only
const database = await openDatabase()
const runBatch = batchRunner(database, methods)

port.on('message', (message: ThreadMessage) => {
  try {
    if (message === 'close') close()
    else port.postMessage(runBatch(message))
  } finally {
    done()
  }
})

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
    return new PlantDatabase(settings)
  } catch (error) {
    done()
    const { message, code } = error as { message: string; code?: string }
    const [reason] = message.split('\n', 1)
    const [, remedy = ''] = REMEDIES.find(([each]) => each.test(`${code}`)) ?? []
    const told = `cannot open the plant store ${settings.path}: ${reason}${remedy}`
    throw Object.assign(new Error(told), { code })
  }
}

/** Marks the message as processed: the thread may now be ended. */
function done(): void {
  Atomics.store(busy, 0, 0)
  Atomics.notify(busy, 0)
}
