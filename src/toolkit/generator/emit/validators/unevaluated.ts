import type { SchemaObject } from '../../../openapi/schema/schema.js'
import { ALL_TYPES } from '../../analysis/json-values.js'
import { Code, code } from '../../print/code.js'
import { evaluatedParts, evaluates, markStatements } from './evaluated.js'
import { isNamed, memberLoop, restStatements } from './objects.js'
import { block, REFUSE, refuseIf, type Statement } from './statements.js'
import type { Unit } from './unit.js'
import type { Variable } from './variable.js'

/** Statements for the members that no schema evaluates which the object satisfies. */
export function unevaluatedProperties(
  unit: Unit,
  schema: SchemaObject,
  variable: Variable,
): Statement[] {
  const { unevaluatedProperties: rest, ...others } = schema
  if (rest === undefined || rest === true) return []
  const fixed = evaluatedParts(unit.context, others)
  if (fixed?.everyMember) return []
  if (fixed !== undefined) {
    return memberLoop(variable, (name, member) =>
      restStatements(unit, rest, member, [
        ...isNamed(unit, [...fixed.names], name),
        ...[...fixed.patterns].map((each) => () => code`!${unit.pattern(each)}.test(${name})`),
      ]),
    )
  }
  const { declaration, marks, evaluated } = found(unit, others, variable)
  const loop = memberLoop(variable, (name, member) =>
    restStatements(unit, rest, member, [() => code`!${evaluated}.includesMember(${name})`]),
  )
  return loop.length === 0 ? [] : [declaration, ...marks, ...loop]
}

/** The same for elements. */
export function unevaluatedItems(
  unit: Unit,
  schema: SchemaObject,
  variable: Variable,
): Statement[] {
  const { unevaluatedItems: rest, ...others } = schema
  if (rest === undefined || rest === true) return []
  const fixed = evaluatedParts(unit.context, others)
  if (fixed?.first === Infinity) return []
  const { value } = variable
  if (fixed !== undefined && rest === false)
    return [refuseIf(code`${value}.length > ${fixed.first}`)]
  const { declaration, marks, evaluated } = found(unit, others, variable)
  const scope = variable.scope.inside()
  const [index, item] = [scope.declare('index'), new Code(scope.declare('item'))]
  const hint = `${variable.hint}_item`
  const inside = { value: item, jsonTypes: ALL_TYPES, scope: scope.inside(), hint }
  const { statements } = unit.inside(rest, inside, hint)
  if (statements.length === 0) return []
  const isNew = code`!${evaluated}.includesElement(${index}, ${item})`
  return [
    declaration,
    ...marks,
    ...block(code`for (let ${index} = 0; ${index} < ${value}.length; ${index}++)`, [
      code`const ${item}${unit.type(': unknown')} = ${value}[${index}]`,
      ...(statements[0] === REFUSE ? [refuseIf(isNew)] : block(code`if (${isNew})`, statements)),
    ]),
  ]
}

/** The parts that the other keywords evaluate for the value. */
function found(unit: Unit, schema: SchemaObject, variable: Variable) {
  const evaluated = variable.scope.declare('found')
  return {
    evaluated,
    declaration: code`const ${evaluated} = ${unit.runtime('evaluatedParts')}()`,
    marks: evaluates(unit.context, schema) ? markStatements(unit, schema, variable, evaluated) : [],
  }
}
