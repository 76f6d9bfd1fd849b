import { type LocatedValue, member } from '../../openapi/document.js'
import type { JsonObject } from '../../openapi/json.js'
import type { Operation } from './contract.js'

/** What tells an operation of a document. */
export type OperationKey = Pick<Operation, 'path' | 'method'>

/** The path item of an operation, and the operation in it, in one document: the model has pointers of many files. */
export function operationObject(
  root: JsonObject,
  { path, method }: OperationKey,
): { readonly item: LocatedValue; readonly operation: LocatedValue } | undefined {
  const item = member(root, { pointer: '#', value: root }, 'paths', path)
  if (item === undefined) return undefined
  const operation =
    member(root, item, method.toLowerCase()) ?? member(root, item, 'additionalOperations', method)
  return operation && { item, operation }
}
