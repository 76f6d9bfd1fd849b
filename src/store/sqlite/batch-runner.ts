import type { PlantDatabase } from './database.js'
import { FileError } from './file-error.js'
import { isLocked } from './maintenance.js'
import type { Answer, Call } from './messages.js'
import type { Method, Methods, Writer } from './method.js'

/**
 * Does the calls of a batch, in order, each by its method. What a method declares decides how it runs:
 * a `write` inside of a transaction, a `read` with nothing to write with.
 *
 * Group commit: a batch with a write in it is one transaction, with one fsync. When that fails
 * nothing of it is stored, and each call is done again alone, so that one plant which cannot be
 * stored does not fail the others. Except when another process holds the lock: then every write of
 * the batch fails at once, instead of each waiting for the lock in turn. And when the file is not
 * what it was: then every call does.
 */
export class BatchRunner {
  readonly #database: PlantDatabase
  readonly #methods: Methods

  constructor(database: PlantDatabase, methods: Methods) {
    this.#database = database
    this.#methods = methods
  }

  run(calls: readonly Call[]): readonly Answer[] {
    try {
      return this.#inFile(calls)
    } catch (error) {
      return calls.map(() => failed(error))
    }
  }

  #inFile(calls: readonly Call[]): readonly Answer[] {
    if (!calls.some((call) => this.#writes(call))) {
      this.#database.check()
      return calls.map((call) => this.#alone(call))
    }
    try {
      return this.#together(calls)
    } catch (error) {
      if (error instanceof FileError) throw error
      const locked = isLocked(error)
      return calls.map((call) => (locked && this.#writes(call) ? failed(error) : this.#alone(call)))
    }
  }

  #together(calls: readonly Call[]): readonly Answer[] {
    return this.#database.transaction((writer) =>
      calls.map((call) => ({ value: this.#do(call, writer) })),
    )
  }

  #alone(call: Call): Answer {
    try {
      return { value: this.#do(call) }
    } catch (error) {
      return failed(error)
    }
  }

  /** A write that is given no transaction has one of its own. */
  #do({ method, argument }: Call, writer?: Writer): unknown {
    // The argument has been checked by this very method, at the other end.
    const known = this.#methods[method] as Method<unknown, unknown>
    if (known.kind === 'read') return known.run(this.#database.reader, argument)
    if (writer) return known.run(writer, argument)
    return this.#database.transaction((own) => known.run(own, argument))
  }

  #writes({ method }: Call): boolean {
    return this.#methods[method].kind === 'write'
  }
}

function failed(error: unknown): Answer {
  const { message, code } = error as { message: string; code?: string }
  return { reason: message, code }
}
