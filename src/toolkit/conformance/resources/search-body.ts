import type { JsonObject } from '../../openapi/json.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { questionOf } from '../document/asked-place.js'
import type { Operation, Parameter, TestedContract } from '../document/contract.js'
import { membersOf } from '../document/members.js'

/** How the body of a search selects things. */
export interface SearchBody {
  readonly schema: Schema
  /** The member that has the conditions; none where the body has them itself. */
  readonly name: string | undefined
  readonly conditions: Schema
  /** The members that may divide the list. */
  readonly dividers: readonly Pick<Parameter, 'name' | 'schema' | 'default'>[]
}

const CONDITIONS = /^(where|filters?|query|criteria|criterion|conditions?|match|selector)$/i

export function searchBody(contract: TestedContract, operation: Operation): SearchBody | undefined {
  const schema = questionOf(contract, operation)
  if (schema === undefined) return undefined
  const members = membersOf(contract, schema)
  const [name, conditions = schema] =
    [...members].find(
      ([each, member]) => CONDITIONS.test(each) && membersOf(contract, member).size > 0,
    ) ?? []
  const dividers = [...members].map(([each, member]) => dividerOf(each, member))
  return { schema, name, conditions, dividers }
}

/** A member that may divide a list. */
export function dividerOf(name: string, schema: Schema): SearchBody['dividers'][number] {
  const { default: value } = Object(schema)
  return { name, schema, ...(value !== undefined && { default: value }) }
}

/** The body that asks for conditions; `undefined` if it is not valid. */
export function bodyFor(
  contract: TestedContract,
  { schema, name }: SearchBody,
  conditions: JsonObject,
): JsonObject | undefined {
  const body = name === undefined ? conditions : { [name]: conditions }
  return contract.verdicts.verdict(schema, body) === true ? body : undefined
}

/** The body with other members that divide the list. */
export function dividedBody(body: unknown, more: Readonly<Record<string, unknown>>): JsonObject {
  return { ...Object(body), ...more }
}
