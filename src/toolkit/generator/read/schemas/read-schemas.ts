import type { Schema } from '../../../openapi/schema/schema.js'
import type { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { Source } from '../../load/source.js'
import type { Cursor } from '../document/cursor.js'

/** The schemas that one run has read, by what they are in the document. */
interface ReadSchemas {
  readonly schemas: Map<unknown, Schema>
  /** The documents that they stand in. */
  readonly sources: Set<Source>
  /** How many of them stand outside of path items: others may be read when a path item refers to them. */
  outside: number
}

const byRun = new WeakMap<Diagnostics, ReadSchemas>()

/** Goes on with what an earlier run has read: what has not changed is not read again. */
export function continueReading(from: Diagnostics | undefined, report: Diagnostics): void {
  if (from !== undefined) byRun.set(report, readIn(from))
}

/** What was read in the run that reports there. */
export function readIn(report: Diagnostics): ReadSchemas {
  const known = byRun.get(report) ?? { schemas: new Map(), sources: new Set(), outside: 0 }
  byRun.set(report, known)
  return known
}

/** Notes what a schema was read as, for what is said beside it of values: examples, defaults. */
export function recordSchema({ report, source, pointer, value }: Cursor, schema: Schema): Schema {
  const read = readIn(report)
  if (!pointer.startsWith('#/paths/') && !read.schemas.has(value)) read.outside++
  read.schemas.set(value, schema)
  read.sources.add(source)
  return schema
}
