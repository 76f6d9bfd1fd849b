import type { JsonType } from '../../../openapi/json.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { ALL_TYPES, type JsonTypes } from '../../analysis/json-values.js'
import type { NamedSchema } from '../../model/model.js'
import { code, symbol } from '../../print/code.js'
import { arrayStatements } from './arrays.js'
import { assertionStatements } from './assertions.js'
import { branchStatements } from './branches.js'
import { type Context, runtime } from './context.js'
import { markStatements, unevaluatedItems, unevaluatedProperties } from './evaluated.js'
import { objectStatements } from './objects.js'
import {
  block,
  calls,
  endsInRefusal,
  functionOf,
  REFUSE,
  refuseUnless,
  type Statement,
  untilRefusal,
  verdictFunction,
} from './statements.js'
import { guard, narrow } from './tests.js'
import { type CompiledUnit, MARKER, type SchemaStatements, Unit } from './unit.js'
import { parameter, type Variable } from './variable.js'

type KeywordStatements = (schema: SchemaObject, variable: Variable) => readonly Statement[]

/** Statements that validate a variable by a schema, in the order in which they run. */
export function compile(schema: Schema, variable: Variable): SchemaStatements {
  if (schema === true) return { statements: [], jsonTypes: variable.jsonTypes }
  if (schema === false) return { statements: [REFUSE], jsonTypes: variable.jsonTypes }
  const narrowed = narrow(schema, variable)
  if (narrowed.jsonTypes.size === 0) return { statements: [REFUSE], jsonTypes: narrowed.jsonTypes }
  const statements = [...narrowed.statements]
  let here = knowing(variable, narrowed.jsonTypes)
  for (const statementsOf of KEYWORDS) {
    const { statements: added, jsonTypes } = statementsOf(schema, here)
    here = knowing(here, jsonTypes)
    for (const each of added) statements.push(each)
    if (endsInRefusal(statements)) break
  }
  return { statements, jsonTypes: here.jsonTypes }
}

const KEYWORDS: readonly ((schema: SchemaObject, variable: Variable) => SchemaStatements)[] = [
  always(({ $ref }, { value, unit }) =>
    $ref === undefined ? [] : [refuseUnless(calls(code`${unit.referred($ref)}(${value})`))],
  ),
  ifType('number', assertionsAbout('number')),
  ifType('string', assertionsAbout('string')),
  ifType('array', arrayStatements),
  ifType('object', objectStatements),
  allOf,
  always(branchStatements),
  ifType('array', unevaluatedItems),
  ifType('object', unevaluatedProperties),
]

function assertionsAbout(type: 'number' | 'string'): KeywordStatements {
  return (schema, variable) => assertionStatements(schema, type, variable)
}

function knowing(variable: Variable, jsonTypes: JsonTypes): Variable {
  return variable.jsonTypes === jsonTypes ? variable : { ...variable, jsonTypes }
}

function always(statementsOf: KeywordStatements) {
  return (schema: SchemaObject, variable: Variable): SchemaStatements => ({
    statements: untilRefusal(statementsOf(schema, variable)),
    jsonTypes: variable.jsonTypes,
  })
}

/** Statements for values of one type, behind a test if the value may have another. */
function ifType(type: JsonType, statementsOf: KeywordStatements) {
  return (schema: SchemaObject, variable: Variable): SchemaStatements => {
    const { jsonTypes, value, scope } = variable
    if (!jsonTypes.has(type)) return { statements: [], jsonTypes }
    if (jsonTypes.size === 1 || type === 'number') return always(statementsOf)(schema, variable)
    const inside = { ...variable, jsonTypes: new Set([type]), scope: scope.inside() }
    const body = untilRefusal(statementsOf(schema, inside))
    // TypeScript narrows a variable after a block that always refuses, if it knew its types.
    const isLess = endsInRefusal(body) && jsonTypes.size < ALL_TYPES.size
    const left = isLess ? new Set([...jsonTypes].filter((each) => each !== type)) : jsonTypes
    if (body.length === 0) return { statements: [], jsonTypes }
    return { statements: block(code`if (${guard(type, value).pass})`, body), jsonTypes: left }
  }
}

/** Each schema narrows the types of the value for the next one. */
function allOf({ allOf = [] }: SchemaObject, variable: Variable): SchemaStatements {
  const statements: Statement[] = []
  let here = variable
  for (const [index, branch] of allOf.entries()) {
    const part = { ...here, hint: `${variable.hint}_allOf${index}` }
    const { statements: added, jsonTypes } = variable.unit.inside(branch, part)
    here = knowing(here, jsonTypes)
    for (const each of added) statements.push(each)
    if (endsInRefusal(statements)) break
  }
  return { statements, jsonTypes: here.jsonTypes }
}

export function validatorName(schema: string): string {
  return `is${schema}`
}

/** `isPlant`: returns true if a value satisfies a named schema. */
export function verdictUnit(
  context: Context,
  { name, pointer, schema }: NamedSchema,
): CompiledUnit {
  const unit = new Unit(context, escaped(name), compile)
  const exported = validatorName(name)
  const { statements } = compile(schema, parameter(unit, ''))
  const body = context.repeated.has(name) ? memoized(unit, statements) : statements
  return unit.finish(exported, pointer, verdictFunction(context, exported, body))
}

/** The function is called once per way to an object; its work is done once per object. */
function memoized(unit: Unit, statements: readonly Statement[]): Statement[] {
  const check = unit.function('check', 'itself', statements)
  return [refuseUnless(calls(code`${runtime('memoizeVerdict')}(${check}, ${symbol('value')})`))]
}

/** A schema inside of a named one that has a validator of its own, or a marker. */
export interface BranchSchema {
  readonly name: string
  readonly pointer: string
  readonly schema: Schema
  /** True if it marks what it evaluates of a valid value. */
  readonly marks?: true
}

/** `branch0`: returns true if a value satisfies a branch. */
export function branchUnit(context: Context, branch: BranchSchema): CompiledUnit {
  const unit = new Unit(context, `$${branch.name}`, compile)
  if (branch.marks) return marker(unit, branch, branch.name)
  const { statements } = compile(branch.schema, parameter(unit, ''))
  const exported = verdictFunction(context, branch.name, statements)
  return unit.finish(branch.name, branch.pointer, exported)
}

/** `evaluatedByPlant`: marks the parts of a valid value that a named schema evaluates. */
export function markerUnit(context: Context, named: NamedSchema): CompiledUnit {
  const unit = new Unit(context, `${escaped(named.name)}$evaluated`, compile)
  return marker(unit, named, `${MARKER}${named.name}`)
}

function marker(
  unit: Unit,
  { pointer, schema }: Pick<BranchSchema, 'pointer' | 'schema'>,
  exported: string,
): CompiledUnit {
  const variable = parameter(unit, '')
  const evaluated = variable.scope.declare('found')
  const statements = markStatements(schema, variable, evaluated)
  const isUsed = statements.length > 0
  const more = `, ${isUsed ? evaluated : `_${evaluated}`}${unit.type(': Evaluated')}`
  return unit.finish(
    exported,
    pointer,
    functionOf(unit.context, exported, statements, 'void', more),
  )
}

/** A local name has one `$` after the key of its unit; `$$` within the key keeps the keys apart. */
function escaped(name: string): string {
  return name.replaceAll('$', '$$$$')
}
