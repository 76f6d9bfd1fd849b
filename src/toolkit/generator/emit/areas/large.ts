import type { Model } from '../../model/model.js'

/** Above either limit, operations load lazily: all at once would take too long to start. */
const OPERATIONS = 50
const SCHEMAS = 1000

/** True if first requests load the operations of a contract one by one. */
export function isLazy({ operations, schemas }: Model): boolean {
  return operations.length > OPERATIONS || schemas.length > SCHEMAS
}
