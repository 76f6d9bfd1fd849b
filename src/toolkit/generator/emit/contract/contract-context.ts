import type { SchemaUses } from '../../model/model.js'
import type { Refer } from '../../print/references.js'

/** The surroundings that an operation's contract is printed in. */
export interface ContractContext {
  readonly uses: SchemaUses
  readonly refer: Refer
}
