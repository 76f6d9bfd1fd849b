import type { Schema } from '../../../openapi/schema/schema.js'
import type { NamedSchema } from '../../model/model.js'
import { code, symbol } from '../../print/code.js'
import { compile } from './compile.js'
import type { Context } from './context.js'
import { markStatements } from './evaluated.js'
import { runtime } from './helpers.js'
import { functionOf, refuseIf, type Statement, verdictFunction } from './statements.js'
import { type CompiledUnit, MARKER, Unit } from './unit.js'
import { parameter } from './variable.js'

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
  const check = unit.function('check', 'memoizeVerdict', statements)
  return [refuseIf(code`!${runtime('memoizeVerdict')}(${check}, ${symbol('value')})`)]
}

/** A schema inside of a named one that has a validator of its own. */
export interface BranchSchema {
  readonly name: string
  readonly pointer: string
  readonly schema: Schema
}

/** `branch0`: returns true if a value satisfies a branch. */
export function branchUnit(context: Context, branch: BranchSchema): CompiledUnit {
  const unit = new Unit(context, `$${branch.name}`, compile)
  const { statements } = compile(branch.schema, parameter(unit, ''))
  const exported = verdictFunction(context, branch.name, statements)
  return unit.finish(branch.name, branch.pointer, exported)
}

/** `evaluatedByPlant`: marks the parts of a valid value that a named schema evaluates. */
export function markerUnit(context: Context, { name, pointer, schema }: NamedSchema): CompiledUnit {
  const unit = new Unit(context, `${escaped(name)}$evaluated`, compile)
  const variable = parameter(unit, '')
  const evaluated = variable.scope.declare('found')
  const statements = markStatements(schema, variable, evaluated)
  const exported = `${MARKER}${name}`
  const isUsed = statements.length > 0
  const more = `, ${isUsed ? evaluated : `_${evaluated}`}${unit.type(': Evaluated')}`
  return unit.finish(exported, pointer, functionOf(context, exported, statements, 'void', more))
}

/** A local name has one `$` after the key of its unit; `$$` within the key keeps the keys apart. */
function escaped(name: string): string {
  return name.replaceAll('$', '$$$$')
}
