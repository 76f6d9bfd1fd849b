import type { Schema } from '../../../openapi/schema/schema.js'
import type { NamedSchema } from '../../model/model.js'
import { compile } from './compile.js'
import type { Context } from './context.js'
import { functionOf, verdictFunction } from './functions.js'
import { markStatements } from './marks.js'
import { parameter, type Scope } from './place.js'
import { refuseIf, type Statement } from './statements.js'
import { type CompiledUnit, MARKER, Unit } from './unit.js'

/** The name under which `validators.ts` exports the validator of a schema. */
export function validatorName(schema: string): string {
  return `is${schema}`
}

/** `isPlant`: says whether a value keeps a named schema. */
export function verdictUnit(
  context: Context,
  { name, pointer, schema }: NamedSchema,
): CompiledUnit {
  const unit = new Unit(context, escaped(name), compile)
  const exported = validatorName(name)
  const { statements } = compile(unit, schema, parameter(''))
  const body = context.repeated.has(name) ? askOnce(unit, statements) : statements
  return unit.finish(exported, pointer, verdictFunction(context, exported, body))
}

/** The function itself is asked as often as there are ways to it; its work is done once per object. */
function askOnce(unit: Unit, statements: readonly Statement[]): Statement[] {
  const check = unit.function('check', 'memoizeVerdict', statements)
  return [refuseIf(`!${unit.runtime('memoizeVerdict')}(${check}, value)`)]
}

/** `branch0`: says the same of a schema that has no name; `name` is the export's. */
export function branchUnit(
  context: Context,
  branch: { readonly name: string; readonly pointer: string; readonly schema: Schema },
): CompiledUnit {
  const unit = new Unit(context, `$${branch.name}`, compile)
  const { statements } = compile(unit, branch.schema, parameter(''))
  const code = verdictFunction(context, branch.name, statements)
  return unit.finish(branch.name, branch.pointer, code)
}

/** `evaluatedByPlant`: marks what a named schema that holds for a value says something about. */
export function markerUnit(context: Context, { name, pointer, schema }: NamedSchema): CompiledUnit {
  const unit = new Unit(context, `${escaped(name)}$evaluated`, compile)
  const place = parameter('')
  const evaluated = declare(place.scope)
  const statements = markStatements(unit, schema, place, evaluated)
  const exported = `${MARKER}${name}`
  const code = functionOf(
    context,
    exported,
    statements,
    'void',
    `, ${evaluated}${unit.type(': Evaluated')}`,
  )
  return unit.finish(exported, pointer, code)
}

function declare(scope: Scope): string {
  return scope.declare('found')
}

/** What a unit declares has one `$` behind its key: none inside keeps the keys apart. */
function escaped(name: string): string {
  return name.replaceAll('$', '$$$$')
}
