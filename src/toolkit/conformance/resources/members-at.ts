import type { Schema } from '../../openapi/schema/schema.js'
import type { TestedContract } from '../document/contract.js'
import { namedBy } from '../document/members.js'
import { rulesAt } from '../values/place.js'

/** The members that a schema names for a value: of its branches, those that accept the value. */
export function membersAt(contract: TestedContract, schema: Schema, value: unknown) {
  return namedBy(rulesAt(contract, { schema, pointer: '' }, value).map((each) => each.schema))
}
