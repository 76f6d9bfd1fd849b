import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { quote } from '../../print/print.js'
import { condition, FALSE, TRUE } from './conditions.js'
import { type Condition, either, refuseUnless } from './logic.js'
import type { Place } from './place.js'
import { block, REFUSE, refuseIf, type Statement } from './statements.js'
import { dispatch } from './tags.js'
import type { Unit } from './unit.js'

/** The statements of the keywords by which a value may keep one schema or another. */
export function branchStatements(unit: Unit, schema: SchemaObject, place: Place): Statement[] {
  const { anyOf, oneOf, not } = schema
  const union = (keyword: 'anyOf' | 'oneOf') =>
    dispatch(unit, schema, keyword, place, (all) => unionStatements(unit, keyword, all, place))
  return [
    ...(anyOf === undefined ? [] : union('anyOf')),
    ...(oneOf === undefined ? [] : union('oneOf')),
    ...(not === undefined ? [] : notStatements(unit, not as Schema, place)),
    ...conditionalStatements(unit, schema, place),
    ...dependentSchemas(unit, schema, place),
  ]
}

function unionStatements(
  unit: Unit,
  keyword: 'anyOf' | 'oneOf',
  branches: readonly Schema[],
  place: Place,
): Statement[] {
  const all = branches.map((branch, index) =>
    condition(unit, branch, place, `${place.hint}_${keyword}${index}`),
  )
  const possible = all.filter(({ pass }) => pass !== FALSE.pass)
  if (keyword === 'oneOf') return exactlyOne(possible, place)
  if (possible.some(({ pass }) => pass === TRUE.pass)) return []
  return possible.length === 0 ? [REFUSE] : [refuseUnless(either(possible))]
}

/** Looks no further than the second that holds. */
function exactlyOne(conditions: readonly Condition[], { scope }: Place): Statement[] {
  const open = conditions.filter(({ pass }) => pass !== TRUE.pass)
  if (open.length < conditions.length - 1) return [REFUSE]
  if (open.length < conditions.length) return open.map(({ pass }) => refuseIf(pass))
  const [first, second, ...rest] = conditions
  if (first === undefined) return [REFUSE]
  if (second === undefined) return [refuseUnless(first)]
  if (rest.length === 0) return [refuseIf(`${first.pass} === ${second.pass}`)]
  const matches = scope.declare('matches')
  return [
    `let ${matches} = 0`,
    `if (${first.pass}) ${matches}++`,
    `if (${second.pass}) ${matches}++`,
    ...rest.map(({ pass }) => `if (${matches} < 2 && ${pass}) ${matches}++`),
    refuseIf(`${matches} !== 1`),
  ]
}

function notStatements(unit: Unit, schema: Schema, place: Place): Statement[] {
  const { pass, isJoined } = condition(unit, schema, place, `${place.hint}_not`)
  if (pass === TRUE.pass) return [REFUSE]
  return pass === FALSE.pass ? [] : [refuseIf(isJoined ? pass.slice(1, -1) : pass)]
}

/** A refusal where a condition fails, if it can. */
function demand(test: Condition): Statement[] {
  if (test.pass === TRUE.pass) return []
  return test.pass === FALSE.pass ? [REFUSE] : [refuseUnless(test)]
}

function conditionalStatements(unit: Unit, schema: SchemaObject, place: Place): Statement[] {
  const part = (keyword: 'then' | 'else') =>
    demand(condition(unit, (schema[keyword] ?? true) as Schema, place, `${place.hint}_${keyword}`))
  if (schema.if === undefined) return []
  const [body, otherwise] = [part('then'), part('else')]
  return chosen(unit, schema.if as Schema, place, { body, otherwise })
}

/** The statements that run where a value keeps the schema of an `if`, and those where it does not. */
export function chosen(
  unit: Unit,
  schema: Schema,
  place: Place,
  { body, otherwise }: { readonly body: Statement[]; readonly otherwise: Statement[] },
): Statement[] {
  if (body.length === 0 && otherwise.length === 0) return []
  if (body[0] === REFUSE && otherwise[0] === REFUSE) return [REFUSE]
  const { pass, fail } = condition(unit, schema, place, `${place.hint}_if`)
  if (pass === TRUE.pass) return body
  if (pass === FALSE.pass) return otherwise
  if (body.length === 0) return block(`if (${fail})`, otherwise)
  return [{ head: `if (${pass})`, body, otherwise }]
}

function dependentSchemas(unit: Unit, schema: SchemaObject, place: Place): Statement[] {
  if (!place.facts.has('object')) return []
  const dependent = (schema.dependentSchemas ?? {}) as Readonly<Record<string, Schema>>
  return Object.entries(dependent).flatMap(([name, each]) => {
    const body = demand(condition(unit, each, place, `${place.hint}_with_${name}`))
    return body.length === 0 ? [] : block(`if (${hasOwn(unit, name, place)})`, body)
  })
}

/** The test of a value's being an object with this member. */
export function hasOwn(unit: Unit, name: string, { value, facts }: Place): string {
  const has = `${unit.runtime('hasMember')}(${value}, ${quote(name)})`
  return facts.size === 1 ? has : `${unit.runtime('anObject')}(${value}) && ${has}`
}
