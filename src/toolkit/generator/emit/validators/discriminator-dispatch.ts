import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { discriminatingMember, requiresMember } from '../../analysis/discriminators.js'
import { Code, code } from '../../print/code.js'
import { literal, quote } from '../../print/print.js'
import { hasOwn } from './branches.js'
import { condition } from './conditions.js'
import { refuseUnless } from './logic.js'
import { block, REFUSE, type Statement } from './statements.js'
import type { Variable } from './variable.js'

/**
 * Statements of a union whose branches differ in the value of a member: one branch is tried, and `plain`
 * decides if the value has no such member. No other branch can hold, so that the verdict is the same.
 */
export function dispatch(
  schema: SchemaObject,
  keyword: 'anyOf' | 'oneOf',
  variable: Variable,
  plain: (branches: readonly Schema[]) => Statement[],
): Statement[] {
  const branches = schema[keyword] as readonly Schema[]
  const { target } = variable.unit.context
  const member = variable.jsonTypes.has('object')
    ? discriminatingMember(branches, schema, target)
    : undefined
  if (member === undefined) return plain(branches)
  const { name } = member
  const others = branches.map((branch) => withoutMember(branch, name))
  const cases = others.flatMap((branch, index) => {
    const values = member.values[index]
    if (values === undefined) return []
    const test = condition(branch, variable, `${keyword}${index}`)
    const heads = values.map((value) => code`case ${literal(value)}:`)
    const body = [refuseUnless(test), new Code('break')]
    return [...heads.slice(0, -1), { head: heads.at(-1) as Code, body }]
  })
  const fallback = { head: new Code('default:'), body: [REFUSE] }
  const head = code`switch (${variable.value}[${quote(name)}])`
  const otherwise = plain(others.map((each) => !requiresMember(each, name, target) && each))
  return [
    {
      head: code`if (${hasOwn(name, variable)})`,
      body: block(head, [...cases, fallback]),
      otherwise,
    },
  ]
}

/** A branch without the values of the member, which are known after the switch. */
function withoutMember(branch: Schema, name: string): Schema {
  const { properties, ...rest } = Object(branch) as SchemaObject
  const names = Object.keys(properties ?? {})
  const keywords = Object.keys(Object(properties?.[name]))
  const isKnown = names.join() === name && keywords.join() === 'enum'
  const isClosed = rest.additionalProperties ?? rest.unevaluatedProperties
  return isKnown && isClosed === undefined ? rest : branch
}
