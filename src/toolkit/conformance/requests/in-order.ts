import { isObject } from '../../openapi/json.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { TestedContract } from '../document/contract.js'
import { formatOf, itemsOf, membersOf } from '../document/members.js'

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
  if (Array.isArray(value)) {
    const items = itemsOf(contract, schema) ?? true
    const ordered = value.map((each) => withOrder(contract, items, each))
    return ordered.some((each, at) => each !== value[at]) ? ordered : value
  }
  if (!isObject(value)) return value
  const members = membersOf(contract, schema)
  let result = value
  for (const format of DATES) {
    const names = [...members].flatMap(([name, member]) =>
      typeof value[name] === 'string' && formatOf(contract, member) === format ? [name] : [],
    )
    const texts = names.map((name) => String(value[name]))
    const sorted = texts.toSorted((one, other) => Date.parse(one) - Date.parse(other))
    for (const [at, name] of names.entries())
      if (sorted[at] !== result[name]) result = { ...result, [name]: sorted[at] }
  }
  for (const [name, member] of members) {
    const below = result[name]
    if (typeof below !== 'object') continue
    const ordered = withOrder(contract, member, below)
    if (ordered !== below) result = { ...result, [name]: ordered }
  }
  return result
}
