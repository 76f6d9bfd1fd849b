import type { Model } from '../../model/model.js'

/** More than these are loaded as they are asked for: at once they would take too long to start. */
const OPERATIONS = 50
const SCHEMAS = 1000

/** True if first requests load the operations of a contract one by one. */
export function isLarge({ operations, schemas }: Model): boolean {
  return operations.length > OPERATIONS || schemas.length > SCHEMAS
}
