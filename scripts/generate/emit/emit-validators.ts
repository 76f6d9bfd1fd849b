import type { Model, NamedSchema } from '../model/model.js'
import { type Branch, branchesOf } from './int64-places.js'
import { type GeneratedFile, header, quote } from './print.js'
import { usedSchemas } from './used-schemas.js'
import { createContext } from './validators/context.js'
import { type CompiledUnit, MARKER } from './validators/unit.js'
import { branchUnit, markerUnit, verdictUnit } from './validators/units.js'

/** The name under which `validators.ts` exports the validator of a schema. */
export function validatorName(schema: string): string {
  return `is${schema}`
}

/** `validators.ts`: a function for each schema that requests and responses are held against. */
export function emitValidators(model: Model, runtime: string): GeneratedFile {
  const units = compileUnits(model.schemas, usedSchemas(model), branchesOf(model))
  return { name: 'validators.ts', text: `${header(model)}${assemble(units, runtime)}` }
}

/** The text of a module that declares these units. */
export function assemble(units: readonly CompiledUnit[], runtime: string): string {
  const helpers = [...new Set(units.flatMap((unit) => unit.helpers))].sort()
  const isTyped = units.some(({ name }) => name.startsWith(MARKER))
  const imported = [
    ...(isTyped ? ['type Evaluated'] : []),
    ...(helpers.length > 0 ? ['validation'] : []),
  ]
  const parts = [
    ...(imported.length > 0 ? [`import { ${imported.join(', ')} } from ${quote(runtime)}\n`] : []),
    ...(helpers.length > 0 ? [destructured(helpers)] : []),
    ...(units.length > 0 ? units.map(({ code }) => code) : ['export {}\n']),
  ]
  return parts.join('\n')
}

/** Constants of the module, which are cheaper to call than members of an object. */
function destructured(helpers: readonly string[]): string {
  const line = `const { ${helpers.join(', ')} } = validation\n`
  if (line.length <= WIDTH) return line
  return `const {\n${helpers.map((each) => `  ${each},\n`).join('')}} = validation\n`
}
const WIDTH = 100

/**
 * The units of named schemas and all that they need, in the order of `schemas`; then those of branches
 * of unions.
 */
export function compileUnits(
  schemas: readonly NamedSchema[],
  names: readonly string[],
  branches: readonly Branch[] = [],
): CompiledUnit[] {
  const context = createContext(schemas)
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
    if (found.has(name)) continue
    const unit = (makers.get(name) as () => CompiledUnit)()
    found.set(name, unit)
    wanted.push(...unit.uses)
  }
  return [...[...makers.keys()].flatMap((name) => found.get(name) ?? []), ...ofBranches]
}
