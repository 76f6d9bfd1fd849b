import { lookupIn } from '../../openapi/schema/conjuncts.js'
import type { Model, NamedSchema } from '../model/model.js'
import type { Output } from '../print/imports.js'
import { codeModule, layOut } from '../print/layout.js'
import { type GeneratedFile, LINE_WIDTH } from '../print/print.js'
import {
  type BranchSchema,
  branchUnit,
  markerUnit,
  validatorName,
  verdictUnit,
} from './validators/compile.js'
import { repeatedSchemas } from './validators/context.js'
import { type CompiledUnit, MARKER } from './validators/unit.js'

/**
 * `validators.ts`: a function for each schema that requests and responses are validated by; if there are
 * many, also `validators/`.
 */
export function emitValidators(
  model: Model,
  output: Output,
  units: readonly CompiledUnit[],
): GeneratedFile[] {
  const module = { ...codeModule('validators', model, output), constants: helperConstants }
  return layOut(module, units)
}

export function helperConstants(units: readonly Partial<CompiledUnit>[]): string[] {
  const helpers = [...new Set(units.flatMap(({ helpers = [] }) => helpers))].sort()
  return helpers.length === 0 ? [] : [destructured(helpers)]
}

/** Constants of the module are cheaper to call than members of an object. */
function destructured(helpers: readonly string[]): string {
  const line = `const { ${helpers.join(', ')} } = validation\n`
  if (line.length <= LINE_WIDTH) return line
  return `const {\n${helpers.map((each) => `  ${each},\n`).join('')}} = validation\n`
}

interface UnitOptions extends Partial<Pick<Output, 'language'>> {
  readonly branches?: readonly BranchSchema[]
}

/** Units of named schemas and all that they use, in the order of `schemas`; then those of branches. */
export function compileUnits(
  schemas: readonly NamedSchema[],
  names: readonly string[],
  { branches = [], language = 'typescript' }: UnitOptions = {},
): CompiledUnit[] {
  const context = { target: lookupIn(schemas), language, repeated: repeatedSchemas(schemas) }
  const ofBranches = branches.map((branch) => branchUnit(context, branch))
  const makers = new Map(
    schemas.flatMap((schema) => [
      [validatorName(schema.name), () => verdictUnit(context, schema)] as const,
      [`${MARKER}${schema.name}`, () => markerUnit(context, schema)] as const,
    ]),
  )
  const found = new Map<string, CompiledUnit>()
  const wanted = [...names.map(validatorName), ...ofBranches.flatMap(({ uses }) => uses)]
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const make = makers.get(name)
    // A name of the runtime is no unit.
    if (make === undefined || found.has(name)) continue
    const unit = make()
    found.set(name, unit)
    wanted.push(...unit.uses)
  }
  return [...[...makers.keys()].flatMap((name) => found.get(name) ?? []), ...ofBranches]
}
