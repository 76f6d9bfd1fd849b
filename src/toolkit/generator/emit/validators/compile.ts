import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { arrayStatements } from './arrays.js'
import { branchStatements } from './branches.js'
import { guard, narrow } from './narrow.js'
import { objectStatements } from './objects.js'
import { ANYTHING, type Category, type Facts, type Place } from './place.js'
import { numberStatements, textStatements } from './scalars.js'
import {
  block,
  endsInRefusal,
  REFUSE,
  refuseIf,
  type Statement,
  untilRefusal,
} from './statements.js'
import { unevaluatedItems, unevaluatedProperties } from './unevaluated.js'
import type { Compiled, Unit } from './unit.js'

type Part = (unit: Unit, schema: SchemaObject, place: Place) => readonly Statement[]

/** The statements that a value is held against a schema by, in the order in which they run. */
export function compile(unit: Unit, schema: Schema, place: Place): Compiled {
  if (schema === true) return { statements: [], facts: place.facts }
  if (schema === false) return { statements: [REFUSE], facts: place.facts }
  const narrowed = narrow(unit, schema, place)
  if (narrowed.facts.size === 0) return { statements: [REFUSE], facts: narrowed.facts }
  const statements = [...narrowed.statements]
  let here = knowing(place, narrowed.facts)
  for (const part of PARTS) {
    const { statements: added, facts } = part(unit, schema, here)
    here = knowing(here, facts)
    for (const each of added) statements.push(each)
    if (endsInRefusal(statements)) break
  }
  return { statements, facts: here.facts }
}

const PARTS: readonly ((unit: Unit, schema: SchemaObject, place: Place) => Compiled)[] = [
  always(referenceStatements),
  whereIt('number', numberStatements),
  whereIt('string', textStatements),
  whereIt('array', arrayStatements),
  whereIt('object', objectStatements),
  allOf,
  always(branchStatements),
  whereIt('array', unevaluatedItems),
  whereIt('object', unevaluatedProperties),
]

function knowing(place: Place, facts: Facts): Place {
  return place.facts === facts ? place : { ...place, facts }
}

function always(part: Part) {
  return (unit: Unit, schema: SchemaObject, place: Place): Compiled => ({
    statements: untilRefusal(part(unit, schema, place)),
    facts: place.facts,
  })
}

/** The statements about one type of values, behind a test where the value may be of another. */
function whereIt(type: Category, part: Part) {
  return (unit: Unit, schema: SchemaObject, place: Place): Compiled => {
    const { facts, value, scope } = place
    if (!facts.has(type)) return { statements: [], facts }
    if (facts.size === 1 || type === 'number') return always(part)(unit, schema, place)
    const inside = { ...place, facts: new Set([type]), scope: scope.inside() }
    const body = untilRefusal(part(unit, schema, inside))
    // Behind a block that always refuses, TypeScript knows that much more, if it knew anything.
    const left = endsInRefusal(body) && facts.size < ANYTHING.size ? without(facts, type) : facts
    if (body.length === 0) return { statements: [], facts }
    return { statements: block(`if (${guard(unit, type, value).pass})`, body), facts: left }
  }
}

function without(facts: Facts, type: Category): Facts {
  return new Set([...facts].filter((each) => each !== type))
}

function referenceStatements(unit: Unit, { $ref }: SchemaObject, { value }: Place): Statement[] {
  return $ref === undefined ? [] : [refuseIf(`!${unit.referred($ref)}(${value})`)]
}

/** All of them hold for the very value, and what one finds out the next one knows. */
function allOf(unit: Unit, { allOf = [] }: SchemaObject, place: Place): Compiled {
  const statements: Statement[] = []
  let here = place
  for (const [index, branch] of allOf.entries()) {
    const { statements: added, facts } = unit.inside(branch, here, `${place.hint}_allOf${index}`)
    here = knowing(here, facts)
    for (const each of added) statements.push(each)
    if (endsInRefusal(statements)) break
  }
  return { statements, facts: here.facts }
}
