import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { code, joined } from '../../print/code.js'
import { assertionStatements } from './assertions.js'
import { runtime } from './context.js'
import { block, REFUSE, refuseIf, type Statement } from './statements.js'
import { checker } from './tests.js'
import { partOf, type Variable } from './variable.js'

export function arrayStatements(schema: SchemaObject, variable: Variable): Statement[] {
  const { prefixItems = [], items } = schema
  return [
    ...assertionStatements(schema, 'array', variable),
    ...prefixItems.flatMap((each, index) => prefixItem(each, index, variable)),
    ...(items === undefined ? [] : itemStatements(items, prefixItems.length, variable)),
    ...containsStatements(schema, variable),
    ...assertionStatements(schema, 'array', variable, true),
  ]
}

function prefixItem(schema: Schema, index: number, variable: Variable): Statement[] {
  const item = partOf(variable, 'item', `item${index}`)
  const { statements } = variable.unit.inside(schema, item)
  if (statements.length === 0) return []
  const isPresent = code`${variable.value}.length > ${index}`
  if (statements[0] === REFUSE) return [refuseIf(isPresent)]
  return block(code`if (${isPresent})`, [element(variable, item, index), ...statements])
}

function element({ value, unit }: Variable, item: Variable, index: number | string): Statement {
  return code`const ${item.value}${unit.type(': unknown')} = ${value}[${index}]`
}

function itemStatements(schema: Schema, first: number, variable: Variable): Statement[] {
  const body = elementLoop(variable, first, (item) => item.unit.inside(schema, item).statements)
  return body[0] === REFUSE ? [refuseIf(code`${variable.value}.length > ${first}`)] : body
}

/** A loop over the elements of an array; only a refusal if there may be none. */
export function elementLoop(
  variable: Variable,
  first: number,
  body: (item: Variable, index: string) => readonly Statement[],
): Statement[] {
  const { value } = variable
  const item = partOf(variable, 'item')
  const index = item.scope.declare('index')
  const statements = body(item, index)
  if (statements.length === 0 || statements[0] === REFUSE) return [...statements]
  const head = code`for (let ${index} = ${first}; ${index} < ${value}.length; ${index}++)`
  return block(head, [element(variable, item, index), ...statements])
}

function containsStatements(schema: SchemaObject, variable: Variable): Statement[] {
  const { contains, minContains = 1, maxContains } = schema
  if (contains === undefined || (minContains === 0 && maxContains === undefined)) return []
  const check = checker(contains, variable, 'contains')
  const limits = [minContains, ...(maxContains === undefined ? [] : [maxContains])].map(String)
  return [
    refuseIf(
      code`!${runtime('containsEnough')}(${joined([variable.value, check, ...limits], ', ')})`,
    ),
  ]
}
