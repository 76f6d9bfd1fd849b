import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { ALL_TYPES } from '../../analysis/json-values.js'
import { Code, code, joined } from '../../print/code.js'
import { assertionStatements } from './assertions.js'
import { checker } from './conditions.js'
import { block, REFUSE, refuseIf, type Statement } from './statements.js'
import type { Unit } from './unit.js'
import type { Variable } from './variable.js'

/** Statements for an array. */
export function arrayStatements(unit: Unit, schema: SchemaObject, variable: Variable): Statement[] {
  const { prefixItems = [], items } = schema
  return [
    ...assertionStatements(unit, schema, 'array', variable),
    ...prefixItems.flatMap((each, index) => prefixItem(unit, each, index, variable)),
    ...itemStatements(unit, items, prefixItems.length, variable),
    ...containsStatements(unit, schema, variable),
    ...assertionStatements(unit, schema, 'array', variable, true),
  ]
}

function prefixItem(unit: Unit, schema: Schema, index: number, variable: Variable): Statement[] {
  const scope = variable.scope.inside()
  const value = new Code(scope.declare('item'))
  const hint = `${variable.hint}_item${index}`
  const { statements } = unit.inside(schema, { value, jsonTypes: ALL_TYPES, scope, hint }, hint)
  if (statements.length === 0) return []
  if (statements[0] === REFUSE) return [refuseIf(code`${variable.value}.length > ${index}`)]
  return block(code`if (${variable.value}.length > ${index})`, [
    code`const ${value}${unit.type(': unknown')} = ${variable.value}[${index}]`,
    ...statements,
  ])
}

/** Statements for all elements from `first` on. */
function itemStatements(
  unit: Unit,
  schema: Schema | undefined,
  first: number,
  variable: Variable,
): Statement[] {
  if (schema === undefined) return []
  const body = elementLoop(unit, schema, first, variable)
  return body[0] === REFUSE ? [refuseIf(code`${variable.value}.length > ${first}`)] : body
}

/** A loop over the elements of an array; only a refusal if there may be none. */
function elementLoop(unit: Unit, schema: Schema, first: number, variable: Variable): Statement[] {
  const scope = variable.scope.inside()
  const index = scope.declare('index')
  const value = new Code(scope.declare('item'))
  const hint = `${variable.hint}_item`
  const { statements } = unit.inside(schema, { value, jsonTypes: ALL_TYPES, scope, hint }, hint)
  if (statements.length === 0 || statements[0] === REFUSE) return [...statements]
  const head = code`for (let ${index} = ${first}; ${index} < ${variable.value}.length; ${index}++)`
  return block(head, [
    code`const ${value}${unit.type(': unknown')} = ${variable.value}[${index}]`,
    ...statements,
  ])
}

function containsStatements(
  unit: Unit,
  schema: SchemaObject,
  { value, hint }: Variable,
): Statement[] {
  const { contains, minContains = 1, maxContains } = schema
  if (contains === undefined || (minContains === 0 && maxContains === undefined)) return []
  const check = checker(unit, contains, `${hint}_contains`)
  const limits = [minContains, ...(maxContains === undefined ? [] : [maxContains])].map(String)
  return [
    refuseIf(code`!${unit.runtime('containsEnough')}(${joined([value, check, ...limits], ', ')})`),
  ]
}
