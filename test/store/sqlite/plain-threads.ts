import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'
import threads, { type WorkerOptions } from 'node:worker_threads'
import type { Test } from 'tap'

/**
 * Starts the threads of a test without the loader of the test runner, which takes more time than most of
 * them. Their code counts as covered by other tests only.
 */
export function plainThreads(t: Test): void {
  const { Worker } = threads
  threads.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      const env = { ...process.env, NODE_OPTIONS: '' }
      super(url, { env, ...options, execArgv: [] })
    }
  }
  syncBuiltinESMExports()
  t.teardown(() => {
    threads.Worker = Worker
    syncBuiltinESMExports()
  })
}
