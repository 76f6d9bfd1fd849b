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
export class BatchRunner {
  readonly #database: PlantDatabase
  readonly #methods: StoreMethods

  constructor(database: PlantDatabase, methods: StoreMethods) {
    this.#database = database
    this.#methods = methods
  }

  run(calls: readonly StoreCall[]): readonly CallResult[] {
    try {
      this.#database.check()
      const results = this.#runInFile(calls)
      // Before anybody is answered: a plant that is in the file of another name is lost with the process.
      this.#database.check()
      return results
    } catch (error) {
      return calls.map(() => failure(error))
    }
  }

  #runInFile(calls: readonly StoreCall[]): readonly CallResult[] {
    if (!calls.some((call) => this.#isWrite(call))) {
      return calls.map((call) => this.#runAlone(call))
    }
    try {
      return this.#database.transaction((writer) =>
        groupsOf(calls).flatMap((group) => this.#runGroup(group, writer)),
      )
    } catch (error) {
      const locked = isLocked(error)
      return calls.map((call) =>
        locked && this.#isWrite(call) ? failure(error) : this.#runAlone(call),
      )
    }
  }

  /** Runs calls of one method. */
  #runGroup(calls: readonly StoreCall[], writer: PlantWriter): CallResult[] {
    const values =
      this.#runTogether(calls, writer) ?? calls.map((call) => this.#runCall(call, writer))
    return values.map((value) => ({ value }))
  }

  #runTogether(calls: readonly StoreCall[], writer: PlantWriter): readonly unknown[] | undefined {
    const method = this.#methodOf(calls[0] as StoreCall)
    const runAll = method.kind === 'write' ? method.runAll : undefined
    if (!runAll || calls.length === 1) return undefined
    const all = calls.map(({ argument }) => argument)
    return this.#database.attempt(() => runAll(writer, all))
  }

  #runAlone(call: StoreCall): CallResult {
    try {
      return { value: this.#runCall(call) }
    } catch (error) {
      return failure(error)
    }
  }

  /** @param writer - of the batch's transaction; without it a write has its own. */
  #runCall(call: StoreCall, writer?: PlantWriter): unknown {
    const method = this.#methodOf(call)
    const { argument } = call
    if (method.kind === 'read') return method.run(this.#database.reader, argument)
    if (writer) return method.run(writer, argument)
    return this.#database.transaction((own) => method.run(own, argument))
  }

  #isWrite(call: StoreCall): boolean {
    return this.#methodOf(call).kind === 'write'
  }

  /** The same method has checked the argument in the other thread. */
  #methodOf({ method }: StoreCall): StoreMethod<unknown, unknown> {
    return this.#methods[method] as StoreMethod<unknown, unknown>
  }
}

/** Groups of calls of one method that follow each other. */
function groupsOf(calls: readonly StoreCall[]): StoreCall[][] {
  const groups: StoreCall[][] = []
  for (const call of calls) {
    const group = groups.at(-1)
    if (group?.[0]?.method === call.method) group.push(call)
    else groups.push([call])
  }
  return groups
}

function failure(error: unknown): CallResult {
  const { message, code } = error as { message: string; code?: string }
  return { reason: message, code }
}
