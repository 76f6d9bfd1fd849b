import type { SchemaObject } from '../../../openapi/schema/schema.js'
import { code } from '../../print/code.js'
import { elementLoop } from './arrays.js'
import { fixedParts, markStatements } from './evaluated.js'
import { runtime } from './helpers.js'
import { isOther, memberLoop, restStatements } from './objects.js'
import { block, REFUSE, refuseIf, type Statement } from './statements.js'
import type { Variable } from './variable.js'

/** Statements for the members that no schema evaluates which the object satisfies. */
export function unevaluatedProperties(schema: SchemaObject, variable: Variable): Statement[] {
  const { unevaluatedProperties: rest, ...others } = schema
  if (rest === undefined || rest === true) return []
  const fixed = fixedParts(variable.unit.context, others)
  if (fixed?.everyMember) return []
  if (fixed !== undefined) {
    return memberLoop(variable, (name, member) =>
      restStatements(rest, member, () =>
        isOther(name, [...fixed.names], [...fixed.patterns], member.unit),
      ),
    )
  }
  const { declaration, marks, evaluated } = found(others, variable)
  const loop = memberLoop(variable, (name, member) =>
    restStatements(rest, member, () => [code`!${evaluated}.includesMember(${name})`]),
  )
  return loop.length === 0 ? [] : [declaration, ...marks, ...loop]
}

/** The same for elements. */
export function unevaluatedItems(schema: SchemaObject, variable: Variable): Statement[] {
  const { unevaluatedItems: rest, ...others } = schema
  if (rest === undefined || rest === true) return []
  const fixed = fixedParts(variable.unit.context, others)
  if (fixed?.first === Infinity) return []
  const { value } = variable
  if (fixed !== undefined && rest === false)
    return [refuseIf(code`${value}.length > ${fixed.first}`)]
  const { declaration, marks, evaluated } = found(others, variable)
  const loop = elementLoop(variable, 0, (item, index) => {
    const { statements } = item.unit.inside(rest, { ...item, scope: item.scope.inside() })
    const isNew = code`!${evaluated}.includesElement(${index}, ${item.value})`
    return statements[0] === REFUSE ? [refuseIf(isNew)] : block(code`if (${isNew})`, statements)
  })
  return loop.length === 0 ? [] : [declaration, ...marks, ...loop]
}

/** The parts that the other keywords evaluate for the value. */
function found(schema: SchemaObject, variable: Variable) {
  const evaluated = variable.scope.declare('found')
  return {
    evaluated,
    declaration: code`const ${evaluated} = ${runtime('evaluatedParts')}()`,
    marks: markStatements(schema, variable, evaluated),
  }
}
