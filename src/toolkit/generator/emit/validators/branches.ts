import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { discriminatingMember, requiresMember } from '../../analysis/discriminators.js'
import { selectedFirst } from '../../analysis/selected-branches.js'
import { Code, code } from '../../print/code.js'
import { literal, quote } from '../../print/print.js'
import { runtime } from './context.js'
import {
  block,
  both,
  type Condition,
  calls,
  either,
  headOf,
  REFUSE,
  refuseIf,
  refuseUnless,
  type Statement,
} from './statements.js'
import { condition, FALSE, guard, TRUE } from './tests.js'
import type { Variable } from './variable.js'

/** Statements of the keywords by which a value may satisfy one schema or another. */
export function branchStatements(schema: SchemaObject, variable: Variable): Statement[] {
  const { anyOf, oneOf, not } = schema
  return [
    ...(anyOf === undefined ? [] : dispatch(schema, 'anyOf', anyOf, variable)),
    ...(oneOf === undefined ? [] : dispatch(schema, 'oneOf', oneOf, variable)),
    ...(not === undefined ? [] : notStatements(not, variable)),
    ...conditionalStatements(schema, variable),
    ...dependentSchemas(schema, variable),
  ]
}

function unionStatements(
  keyword: 'anyOf' | 'oneOf',
  branches: readonly Schema[],
  variable: Variable,
): Statement[] {
  const all = branches.map((branch, index) => condition(branch, variable, `${keyword}${index}`))
  const possible = all.filter(({ pass }) => pass !== FALSE.pass)
  if (keyword === 'oneOf') return exactlyOne(possible, variable)
  if (possible.some(({ pass }) => pass === TRUE.pass)) return []
  return possible.length === 0 ? [REFUSE] : [refuseUnless(either(possible))]
}

/** Tries no branch after the second that holds. */
function exactlyOne(conditions: readonly Condition[], { scope }: Variable): Statement[] {
  const open = conditions.filter(({ pass }) => pass !== TRUE.pass)
  if (open.length < conditions.length - 1) return [REFUSE]
  if (open.length < conditions.length) return open.map(({ pass }) => refuseIf(pass))
  const [first, second, ...rest] = conditions
  if (first === undefined) return [REFUSE]
  if (second === undefined) return [refuseUnless(first)]
  if (rest.length === 0) return [refuseIf(code`${first.pass} === ${second.pass}`)]
  const matches = new Code(scope.declare('matches'))
  return [
    code`let ${matches} = 0`,
    code`if (${first.pass}) ${matches}++`,
    code`if (${second.pass}) ${matches}++`,
    ...rest.map(({ pass }) => code`if (${matches} < 2 && ${pass}) ${matches}++`),
    refuseIf(code`${matches} !== 1`),
  ]
}

function notStatements(schema: Schema, variable: Variable): Statement[] {
  const { pass, bare } = condition(schema, variable, 'not')
  if (pass === TRUE.pass) return [REFUSE]
  return pass === FALSE.pass ? [] : [refuseIf(bare?.pass ?? pass)]
}

/** A refusal of values that break a schema; nothing if no value does. */
function demand(schema: Schema, variable: Variable, part: string): Statement[] {
  const test = condition(schema, variable, part)
  if (test.pass === TRUE.pass) return []
  return test.pass === FALSE.pass ? [REFUSE] : [refuseUnless(test)]
}

function conditionalStatements(schema: SchemaObject, variable: Variable): Statement[] {
  const { if: test, then = true, else: otherwise = true } = schema
  if (test === undefined) return []
  const body = demand(then, variable, 'then')
  return chosen(test, variable, { body, otherwise: demand(otherwise, variable, 'else') })
}

/** Statements for values that satisfy the schema of an `if`, and for all others. */
export function chosen(
  schema: Schema,
  variable: Variable,
  { body, otherwise }: { readonly body: Statement[]; readonly otherwise: Statement[] },
): Statement[] {
  if (body.length === 0 && otherwise.length === 0) return []
  if (body[0] === REFUSE && otherwise[0] === REFUSE) return [REFUSE]
  const test = condition(schema, variable, 'if')
  if (test.pass === TRUE.pass) return body
  if (test.pass === FALSE.pass) return otherwise
  if (body.length === 0) return block(code`if (${test.fail})`, otherwise)
  return [{ head: headOf(test), body, otherwise }]
}

function dependentSchemas(schema: SchemaObject, variable: Variable): Statement[] {
  if (!variable.jsonTypes.has('object')) return []
  const dependent = schema.dependentSchemas ?? {}
  return Object.entries(dependent).flatMap(([name, each]) => {
    const body = demand(each, variable, `with_${name}`)
    return body.length === 0 ? [] : block(headOf(hasOwn(name, variable)), body)
  })
}

export function hasOwn(name: string, { value, jsonTypes }: Variable): Condition {
  const has = calls(code`${runtime('hasMember')}(${value}, ${quote(name)})`)
  return jsonTypes.size === 1 ? has : both([guard('object', value), has])
}

/**
 * Statements of a union whose branches differ in the value of a member: one branch is tried, or
 * all if the value has no such member. No other branch can hold, so that the verdict is the same.
 */
function dispatch(
  schema: SchemaObject,
  keyword: 'anyOf' | 'oneOf',
  branches: readonly Schema[],
  variable: Variable,
): Statement[] {
  const { target } = variable.unit.context
  const isObject = variable.jsonTypes.has('object')
  const member = isObject ? discriminatingMember(branches, schema, target) : undefined
  if (member === undefined) {
    const all = isObject && keyword === 'anyOf' ? selectedFirst(schema, target) : branches
    return unionStatements(keyword, all, variable)
  }
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
  const body = block(head, [...cases, fallback])
  const possible = others.map((each) => !requiresMember(each, name, target) && each)
  const otherwise = unionStatements(keyword, possible, variable)
  const has = hasOwn(name, variable)
  if (otherwise[0] === REFUSE) return [refuseUnless(has), ...body]
  return [{ head: headOf(has), body, otherwise }]
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
