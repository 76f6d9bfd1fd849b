import type { StoreCall } from '../common/store-call.js'
import type { PlantDatabase } from './database.js'
import type { CallResult } from './messages.js'
import type { PlantWriter, StoreMethod, StoreMethods } from './methods.js'
import { isLocked } from './open-file.js'

/**
 * Runs the calls of a batch in order: a `write` in a transaction, a `read` without write access.
 *
 * Group commit: a batch with a write is one transaction with one fsync. When it fails, nothing of it is
 * stored, and each call is repeated alone, so that one invalid plant does not fail the others. When another
 * process has the lock, all writes fail at once instead of waiting one by one; when the file was moved, replaced
 * or cut off, all calls fail.
 */
export function batchRunner(
  database: PlantDatabase,
  methods: StoreMethods,
): (calls: readonly StoreCall[]) => readonly CallResult[] {
  // The same method has checked the argument in the other thread.
  const methodOf = ({ method }: StoreCall) => methods[method] as StoreMethod<unknown, unknown>
  const isWrite = (call: StoreCall) => methodOf(call).kind === 'write'

  return (calls) => {
    try {
      database.check()
      const results = runInFile(calls)
      // Before anybody is answered: a plant that is in the file of another name is lost with the process.
      database.check()
      return results
    } catch (error) {
      return calls.map(() => failure(error))
    }
  }

  function runInFile(calls: readonly StoreCall[]): readonly CallResult[] {
    if (!calls.some(isWrite)) return calls.map(runAlone)
    try {
      return database.transaction((writer) =>
        calls.map((call) => ({ value: runCall(call, writer) })),
      )
    } catch (error) {
      const locked = isLocked(error)
      return calls.map((call) => (locked && isWrite(call) ? failure(error) : runAlone(call)))
    }
  }

  function runAlone(call: StoreCall): CallResult {
    try {
      return { value: runCall(call) }
    } catch (error) {
      return failure(error)
    }
  }

  /** @param writer - of the batch's transaction; without it a write has its own. */
  function runCall(call: StoreCall, writer?: PlantWriter): unknown {
    const method = methodOf(call)
    const { argument } = call
    if (method.kind === 'read') return method.run(database.reader, argument)
    if (writer) return method.run(writer, argument)
    return database.transaction((own) => method.run(own, argument))
  }
}

function failure(error: unknown): CallResult {
  const { message, code } = error as { message: string; code?: string }
  return { reason: message, code }
}
