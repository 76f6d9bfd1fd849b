import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { evaluates, known, markStatements } from './marks.js'
import { isNamed, memberLoop, restStatements } from './objects.js'
import { ANYTHING, type Place } from './place.js'
import { block, REFUSE, refuseIf, type Statement } from './statements.js'
import type { Unit } from './unit.js'

/** The statements about members that no schema which holds for the object says anything about. */
export function unevaluatedProperties(unit: Unit, schema: SchemaObject, place: Place): Statement[] {
  const { unevaluatedProperties: rest, ...others } = schema
  if (rest === undefined || rest === true) return []
  const fixed = known(unit.context, others)
  if (fixed?.everyMember) return []
  if (fixed !== undefined) {
    return memberLoop(place, (name, member) =>
      restStatements(unit, rest, member, [
        ...isNamed(unit, [...fixed.names], name),
        ...[...fixed.patterns].map((each) => () => `!${unit.pattern(each)}.test(${name})`),
      ]),
    )
  }
  const { declaration, marks, evaluated } = found(unit, others, place)
  const loop = memberLoop(place, (name, member) =>
    restStatements(unit, rest, member, [() => `!${evaluated}.includesMember(${name})`]),
  )
  return loop.length === 0 ? [] : [declaration, ...marks, ...loop]
}

/** The same for elements. */
export function unevaluatedItems(unit: Unit, schema: SchemaObject, place: Place): Statement[] {
  const { unevaluatedItems: rest, ...others } = schema
  if (rest === undefined || rest === true) return []
  const fixed = known(unit.context, others)
  if (fixed?.first === Infinity) return []
  const { value } = place
  if (fixed !== undefined && rest === false) return [refuseIf(`${value}.length > ${fixed.first}`)]
  const { declaration, marks, evaluated } = found(unit, others, place)
  const scope = place.scope.inside()
  const [index, item] = [scope.declare('index'), scope.declare('item')]
  const hint = `${place.hint}_item`
  const inside = { value: item, facts: ANYTHING, scope: scope.inside(), hint }
  const { statements } = unit.inside(rest as Schema, inside, hint)
  if (statements.length === 0) return []
  const isNew = `!${evaluated}.includesElement(${index}, ${item})`
  return [
    declaration,
    ...marks,
    ...block(`for (let ${index} = 0; ${index} < ${value}.length; ${index}++)`, [
      `const ${item}${unit.type(': unknown')} = ${value}[${index}]`,
      ...(statements[0] === REFUSE ? [refuseIf(isNew)] : block(`if (${isNew})`, statements)),
    ]),
  ]
}

/** What the other keywords evaluate, found out while the value is at hand. */
function found(unit: Unit, schema: SchemaObject, place: Place) {
  const evaluated = place.scope.declare('found')
  return {
    evaluated,
    declaration: `const ${evaluated} = ${unit.runtime('evaluatedParts')}()`,
    marks: evaluates(unit.context, schema) ? markStatements(unit, schema, place, evaluated) : [],
  }
}
