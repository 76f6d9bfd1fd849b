import { inPlaceReferencesOf, parentsOf } from '../../openapi/schema/references.js'
import type { SchemaObject } from '../../openapi/schema/schema.js'
import { cyclesOf } from '../analysis/graph.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Model, NamedSchema } from '../model/model.js'
import { uniqueNames } from '../shared/names.js'
import {
  areSubtypes,
  choosesWithin,
  type IsWithin,
  onlyAlternatives,
  withConjuncts,
  withoutAlternatives,
} from './cycle-references.js'

/**
 * Breaks the reference cycles that have one sensible reading:
 *
 * - `Pet: oneOf [Cat, Dog]` and `Cat: allOf [Pet, ...]`: in `Cat`, `Pet` becomes `PetBase`, the same
 *   without the alternatives.
 * - A schema whose `$ref` or `allOf` leads back to itself: that reference is left out.
 */
export function splitBases(model: Model, report: Diagnostics): Model {
  const cycles = cyclesIn(model.schemas)
  if (cycles.size === 0) return model
  const split = splitSchemas(model.schemas, cycles, report)
  return { ...model, schemas: withoutReturns(split, cyclesIn(split), report) }
}

/** Number of the cycle by the name of the schema. */
type Cycles = ReadonlyMap<string, number>

function cyclesIn(schemas: readonly NamedSchema[]): Cycles {
  return cyclesOf(new Map(schemas.map(({ name, schema }) => [name, inPlaceReferencesOf(schema)])))
}

function splitSchemas(
  schemas: readonly NamedSchema[],
  cycles: Cycles,
  report: Diagnostics,
): NamedSchema[] {
  const unique = uniqueNames(schemas.map(({ name }) => name))
  const parents = new Map(schemas.map(({ name, schema }) => [name, parentsOf(schema)]))
  const bases = new Map<string, string>()
  for (const { name, schema } of schemas) {
    if (!cycles.has(name) || !choosesWithin(schema, sameCycle(name, cycles))) continue
    bases.set(name, unique(`${name}Base`))
  }
  return schemas.flatMap((named) => {
    const { name, schema, origin } = named
    if (!cycles.has(name)) return named
    const isWithin = sameCycle(name, cycles)
    const own = withConjuncts(schema as SchemaObject, (other) =>
      other !== name && isWithin(other) ? (bases.get(other) ?? other) : other,
    )
    const base = bases.get(name)
    if (base === undefined) return { ...named, schema: own }
    const message = `\`${name}\` chooses among schemas that refer back to it; in them it is \`${base}\`, the same without the choice`
    report.warn(origin, message, 'give what they share a schema of its own')
    return [
      { ...named, name: base, schema: withoutAlternatives(own, isWithin) },
      { ...named, schema: areSubtypes(own, name, parents) ? onlyAlternatives(own) : own },
    ]
  })
}

function sameCycle(name: string, cycles: Cycles): IsWithin {
  return (other) => cycles.get(other) === cycles.get(name)
}

/** Leaves out the references by which a schema is itself. */
function withoutReturns(
  schemas: readonly NamedSchema[],
  cycles: Cycles,
  report: Diagnostics,
): readonly NamedSchema[] {
  if (cycles.size === 0) return schemas
  const order = new Map(schemas.map(({ name }, index) => [name, index]))
  return schemas.map((named, index) => {
    const { name, schema, origin } = named
    if (!cycles.has(name)) return named
    let isCut = false
    const isWithin = sameCycle(name, cycles)
    const own = withConjuncts(schema as SchemaObject, (other) => {
      if (!isWithin(other) || (order.get(other) as number) > index) return other
      isCut = true
      return undefined
    })
    if (!isCut) return named
    const message = 'what the schema refers to leads back to it, which says nothing and is left out'
    report.warn(origin, message, 'break the circle of `$ref`s')
    return { ...named, schema: own }
  })
}
