import type { Schema } from '../../../openapi/schema/schema.js'
import type { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { Source } from '../../load/source.js'
import type { Cursor } from '../document/cursor.js'

/** The schemas that one run has read, by their values in the document. */
interface SchemaRecords {
  readonly schemas: Map<unknown, Schema>
  readonly sources: Set<Source>
}

const byRun = new WeakMap<Diagnostics, SchemaRecords>()

export function schemaRecords(report: Diagnostics): SchemaRecords {
  const known = byRun.get(report) ?? { schemas: new Map(), sources: new Set() }
  byRun.set(report, known)
  return known
}

/** Records a schema, so that its examples and defaults can be checked. */
export function recordSchema({ report, source, value }: Cursor, schema: Schema): Schema {
  const read = schemaRecords(report)
  read.schemas.set(value, schema)
  read.sources.add(source)
  return schema
}

/** Runs functions that add more functions one after the other: the call stack stays small. */
export class WorkQueue {
  readonly #waiting: (() => void)[] = []
  #isBusy = false

  /** Runs a function now, or after the current one. */
  add(work: () => void): void {
    this.#waiting.push(work)
    if (!this.#isBusy) this.finish(() => {})
  }

  /** Runs a function at once, and then all functions that it has added. */
  finish<Result>(work: () => Result): Result {
    this.#isBusy = true
    const result = work()
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) next()
    this.#isBusy = false
    return result
  }
}
