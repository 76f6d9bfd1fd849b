import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { checker } from './conditions.js'
import { ANYTHING, type Place } from './place.js'
import { isPositive } from './scalars.js'
import { block, REFUSE, refuseIf, type Statement } from './statements.js'
import type { Unit } from './unit.js'

/** The statements about an array. */
export function arrayStatements(unit: Unit, schema: SchemaObject, place: Place): Statement[] {
  const { minItems, maxItems, prefixItems = [], items, uniqueItems } = schema
  const { value } = place
  return [
    ...(isPositive(minItems) ? [refuseIf(`${value}.length < ${minItems}`)] : []),
    ...(maxItems === undefined ? [] : [refuseIf(`${value}.length > ${maxItems}`)]),
    ...prefixItems.flatMap((each, index) => prefixItem(unit, each, index, place)),
    ...itemStatements(unit, items, prefixItems.length, place),
    ...containsStatements(unit, schema, place),
    ...(uniqueItems === true ? [refuseIf(`!${unit.runtime('unique')}(${value})`)] : []),
  ]
}

function prefixItem(unit: Unit, schema: Schema, index: number, place: Place): Statement[] {
  const scope = place.scope.inside()
  const value = scope.declare('item')
  const hint = `${place.hint}_item${index}`
  const { statements } = unit.inside(schema, { value, facts: ANYTHING, scope, hint }, hint)
  if (statements.length === 0) return []
  if (statements[0] === REFUSE) return [refuseIf(`${place.value}.length > ${index}`)]
  return block(`if (${place.value}.length > ${index})`, [
    `const ${value}${unit.type(': unknown')} = ${place.value}[${index}]`,
    ...statements,
  ])
}

/** The statements about all elements from `first` on. */
function itemStatements(
  unit: Unit,
  schema: Schema | undefined,
  first: number,
  place: Place,
): Statement[] {
  if (schema === undefined) return []
  const body = elementLoop(unit, schema, first, place)
  return body[0] === REFUSE ? [refuseIf(`${place.value}.length > ${first}`)] : body
}

/** A loop through the elements of an array; nothing but a refusal where there may be none. */
function elementLoop(unit: Unit, schema: Schema, first: number, place: Place): Statement[] {
  const scope = place.scope.inside()
  const index = scope.declare('index')
  const value = scope.declare('item')
  const hint = `${place.hint}_item`
  const { statements } = unit.inside(schema, { value, facts: ANYTHING, scope, hint }, hint)
  if (statements.length === 0 || statements[0] === REFUSE) return [...statements]
  const head = `for (let ${index} = ${first}; ${index} < ${place.value}.length; ${index}++)`
  return block(head, [
    `const ${value}${unit.type(': unknown')} = ${place.value}[${index}]`,
    ...statements,
  ])
}

function containsStatements(unit: Unit, schema: SchemaObject, { value, hint }: Place): Statement[] {
  const { contains, minContains = 1, maxContains } = schema
  if (contains === undefined || (minContains === 0 && maxContains === undefined)) return []
  const check = checker(unit, contains as Schema, `${hint}_contains`)
  const limits = [minContains, ...(maxContains === undefined ? [] : [maxContains])]
  return [refuseIf(`!${unit.runtime('containsEnough')}(${[value, check, ...limits].join(', ')})`)]
}
