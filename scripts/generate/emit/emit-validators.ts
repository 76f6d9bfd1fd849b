import type { Model } from '../model/model.js'
import { branchesOf } from './int64-places.js'
import { type GeneratedFile, header, quote } from './print.js'
import { usedSchemas } from './used-schemas.js'
import { createContext } from './validators/context.js'
import type { CompiledUnit } from './validators/unit.js'
import { branchUnit, markerUnit, verdictUnit } from './validators/units.js'

/** The name under which `validators.ts` exports the validator of a schema. */
export function validatorName(schema: string): string {
  return `is${schema}`
}

/** `validators.ts`: a function for each schema that requests and responses are held against. */
export function emitValidators(model: Model, runtime: string): GeneratedFile {
  const units = validatorUnits(model)
  const isCalled = units.some((unit) => unit.runtime)
  const isTyped = units.some(({ name }) => name.startsWith('evaluatedBy'))
  const imported = [...(isTyped ? ['type Evaluated'] : []), ...(isCalled ? ['validation'] : [])]
  const parts = [
    ...(imported.length > 0 ? [`import { ${imported.join(', ')} } from ${quote(runtime)}\n`] : []),
    ...(units.length > 0 ? units.map(({ code }) => code) : ['export {}\n']),
  ]
  return { name: 'validators.ts', text: `${header(model)}${parts.join('\n')}` }
}

/** The units that a model needs: schemas in its order, then the branches of unions with int64s. */
export function validatorUnits(model: Model): CompiledUnit[] {
  const context = createContext(model.schemas)
  const branches = branchesOf(model).map((branch) => branchUnit(context, branch))
  const found = new Map<string, CompiledUnit>()
  const makers = new Map(
    model.schemas.flatMap((schema) => [
      [validatorName(schema.name), () => verdictUnit(context, schema)] as const,
      [`evaluatedBy${schema.name}`, () => markerUnit(context, schema)] as const,
    ]),
  )
  const wanted = [...usedSchemas(model).map(validatorName), ...branches.flatMap(({ uses }) => uses)]
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (found.has(name)) continue
    const unit = (makers.get(name) as () => CompiledUnit)()
    found.set(name, unit)
    wanted.push(...unit.uses)
  }
  const schemas = [...makers.keys()].flatMap((name) => found.get(name) ?? [])
  return [...schemas, ...branches]
}
