import type { Operation } from '../conformance/document/contract.js'
import type { ModelOptions } from '../generator/document-model.js'
import type { Change, Severity } from './change.js'
import { ComparedDocument } from './compared-document.js'
import { eventChanges } from './operations/events.js'
import { matchOperations, type OperationPair } from './operations/matching.js'
import { type Comparing, nameOf } from './operations/operation-effects.js'
import { serverChanges } from './operations/servers.js'
import { operationEffects } from './operations/whole.js'
import { SchemaComparer } from './schemas/schema-changes.js'

/** A document for a comparison, with what is said of it alone. */
export interface DocumentToCompare extends ModelOptions {
  /** A file, or what was read of one, or a parsed document whose references stay in it. */
  readonly document: string | object
}

/** How two documents differ. */
export interface DocumentDiff {
  /** Breaking changes first, each cause once. */
  readonly changes: readonly Change[]
  /** Number of operations that both documents have. */
  readonly compared: number
}

/**
 * Compares two documents: which changes break which clients.
 *
 * @throws {DocumentError} with every problem of a document that cannot be read.
 */
export function compareDocuments(one: DocumentToCompare, other: DocumentToCompare): DocumentDiff {
  const before = new ComparedDocument(one.document, one)
  const after = new ComparedDocument(other.document, other)
  const { pairs, isMoved } = matchOperations(before.contract, after.contract)
  const comparing = { old: before, new: after, schemas: new SchemaComparer(before, after) }
  const changes = pairs.flatMap((pair) => changesOf(comparing, pair))
  const events = eventChanges(comparing)
  const all = [...serverChanges(before, after, isMoved), ...grouped([...changes, ...events])]
  return {
    changes: all.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity)),
    compared: pairs.filter((pair) => pair.old && pair.new).length,
  }
}

const ORDER: readonly Severity[] = ['breaking', 'undecided', 'notice']

function changesOf(comparing: Comparing, pair: OperationPair): Change[] {
  const operations = [nameOf((pair.old ?? pair.new) as Operation)]
  return operationEffects(comparing, pair).map((effect) => ({ ...effect, operations }))
}

/** The same cause is one change of several operations. */
function grouped(changes: readonly Change[]): Change[] {
  const found = new Map<string, Change>()
  for (const change of changes) {
    const { rule, severity, text, old, new: kept } = change
    const key = [rule, severity, text, old?.at, old?.pointer, kept?.at, kept?.pointer].join('\n')
    const known = found.get(key)
    const operations = new Set([...(known?.operations ?? []), ...change.operations])
    found.set(key, { ...(known ?? change), operations: [...operations] })
  }
  return [...found.values()]
}
