import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { Code, code } from '../../print/code.js'
import { quote } from '../../print/print.js'
import { condition, FALSE, TRUE } from './conditions.js'
import { dispatch } from './discriminator-dispatch.js'
import { runtime } from './helpers.js'
import { type Condition, either, refuseUnless } from './logic.js'
import { block, REFUSE, refuseIf, type Statement } from './statements.js'
import type { Variable } from './variable.js'

/** Statements of the keywords by which a value may satisfy one schema or another. */
export function branchStatements(schema: SchemaObject, variable: Variable): Statement[] {
  const { anyOf, oneOf, not } = schema
  const union = (keyword: 'anyOf' | 'oneOf') =>
    dispatch(schema, keyword, variable, (all) => unionStatements(keyword, all, variable))
  return [
    ...(anyOf === undefined ? [] : union('anyOf')),
    ...(oneOf === undefined ? [] : union('oneOf')),
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

/** A refusal if a condition fails; nothing if it cannot fail. */
function demand(test: Condition): Statement[] {
  if (test.pass === TRUE.pass) return []
  return test.pass === FALSE.pass ? [REFUSE] : [refuseUnless(test)]
}

function conditionalStatements(schema: SchemaObject, variable: Variable): Statement[] {
  const part = (keyword: 'then' | 'else') =>
    demand(condition(schema[keyword] ?? true, variable, keyword))
  if (schema.if === undefined) return []
  const [body, otherwise] = [part('then'), part('else')]
  return chosen(schema.if, variable, { body, otherwise })
}

/** Statements for values that satisfy the schema of an `if`, and for all others. */
export function chosen(
  schema: Schema,
  variable: Variable,
  { body, otherwise }: { readonly body: Statement[]; readonly otherwise: Statement[] },
): Statement[] {
  if (body.length === 0 && otherwise.length === 0) return []
  if (body[0] === REFUSE && otherwise[0] === REFUSE) return [REFUSE]
  const { pass, fail } = condition(schema, variable, 'if')
  if (pass === TRUE.pass) return body
  if (pass === FALSE.pass) return otherwise
  if (body.length === 0) return block(code`if (${fail})`, otherwise)
  return [{ head: code`if (${pass})`, body, otherwise }]
}

function dependentSchemas(schema: SchemaObject, variable: Variable): Statement[] {
  if (!variable.jsonTypes.has('object')) return []
  const dependent = schema.dependentSchemas ?? {}
  return Object.entries(dependent).flatMap(([name, each]) => {
    const body = demand(condition(each, variable, `with_${name}`))
    return body.length === 0 ? [] : block(code`if (${hasOwn(name, variable)})`, body)
  })
}

/** Test that a value is an object with this member. */
export function hasOwn(name: string, { value, jsonTypes }: Variable): Code {
  const has = code`${runtime('hasMember')}(${value}, ${quote(name)})`
  return jsonTypes.size === 1 ? has : code`${runtime('anObject')}(${value}) && ${has}`
}
