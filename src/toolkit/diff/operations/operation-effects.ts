import type { Operation } from '../../conformance/document/contract.js'
import type { Effect } from '../change.js'
import type { ComparedDocument } from '../compared-document.js'
import type { SchemaComparer } from '../schemas/schema-changes.js'

/** Both documents, and what compares their schemas. */
export interface Comparing {
  readonly old: ComparedDocument
  readonly new: ComparedDocument
  readonly schemas: SchemaComparer
}

/** An operation that is in both documents. */
export interface BothOperations {
  readonly old: Operation
  readonly new: Operation
}

/** An effect on a part of an operation. */
export interface PartEffect extends Effect {
  /** Empty for the whole operation. */
  readonly part: string
}

/** Where a part of an operation is. */
export type PartPlaces = Pick<PartEffect, 'part' | 'old' | 'new'>

/** Method and path. */
export function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`
}

/** An operation as its document has it, beside its path; none where a reference leads to it. */
export function writtenOperation(
  { contract: { document } }: ComparedDocument,
  { path, method }: Operation,
): { readonly item: object; readonly operation: Readonly<Record<string, unknown>> } {
  const item = Object(Object(Object(document).paths)[path])
  return { item, operation: Object(item[method.toLowerCase()]) }
}
