import { isObject } from '../../openapi/json.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { TestedContract } from '../document/contract.js'
import { formatOf, membersOf } from '../document/members.js'
import { withParts } from '../document/with-parts.js'

const DATES: readonly (string | undefined)[] = ['date', 'date-time']

/**
 * The value with the days and times of each object in the order in which its schema names them: what begins has to begin
 * before it ends, though no keyword says so.
 */
export function inOrder<Value>(contract: TestedContract, schema: Schema, value: Value): Value {
  const ordered = withOrder(contract, schema, value)
  return ordered === value || contract.verdicts.verdict(schema, ordered) !== true
    ? value
    : (ordered as Value)
}

function withOrder(contract: TestedContract, schema: Schema, value: unknown): unknown {
  const members = isObject(value) ? [...membersOf(contract, schema)] : []
  let result = Object(value)
  for (const format of DATES) {
    const names = members.flatMap(([name, member]) =>
      typeof result[name] === 'string' && formatOf(contract, member) === format ? [name] : [],
    )
    const texts = names.map((name) => String(result[name]))
    const sorted = texts.toSorted((one, other) => Date.parse(one) - Date.parse(other))
    for (const [at, name] of names.entries())
      if (sorted[at] !== result[name]) result = { ...result, [name]: sorted[at] }
  }
  const own = members.length > 0 ? result : value
  return withParts(contract, schema, own, (each, member) => withOrder(contract, member, each))
}
