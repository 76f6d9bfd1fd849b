import { append } from '../../openapi/json-pointer.js'
import { mapSchema } from '../../openapi/schema/map.js'
import type { Schema } from '../../openapi/schema/schema.js'
import {
  compositionOf,
  hasAny,
  type SchemaContext,
  schemaContext,
  schemaNamed,
} from '../analysis/composition.js'
import { ALL_TYPES, jsonTypesOf } from '../analysis/json-values.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Model, NamedSchema } from '../model/model.js'
import { onceFor } from '../shared/collections.js'

/**
 * Most alternatives of one type. TypeScript 5 and 7 multiply the parts of an intersection out, and refuse 100,000 of
 * them (TS2590). Long before that they take very long to compare a value with such a type: 5.9 takes a minute with
 * 10,000, and six seconds with 1,000.
 */
const MOST = 1_000

/** Keywords by which a schema is more than one type, or several at once. */
const COMBINING = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'if'])

/** Makes types wider whose alternatives multiply to more than the compiler takes. */
export function limitProducts(model: Model, report: Diagnostics): Model {
  const named = model.schemas.map(({ name, typeSchema: schema }) => ({ name, schema }))
  const context = schemaContext(named)
  const factorsOf = factorCounter(context)
  const limited = ({ typeSchema, origin: { source, pointer: start } }: NamedSchema): Schema => {
    const visit = (schema: Schema, pointer: () => string): Schema => {
      if (typeof schema === 'boolean') return schema
      const own = mapSchema(schema, (child, keyword, name) => {
        const keys = name === undefined ? [keyword] : [keyword, name]
        return visit(child, () => append(pointer(), ...keys))
      })
      if (!hasAny(own, COMBINING)) return own
      const factors = factorsOf(own)
      if (!areTooMany(factors)) return own
      const message = `its parts multiply to ${product(factors)} alternatives, too many for TypeScript; its type accepts any member instead`
      const advice = 'leave fewer choices to be combined in one schema'
      report.warn({ source, pointer: pointer() }, message, advice)
      // A schema of all values of the same types.
      const types = jsonTypesOf(own, context)
      return types === ALL_TYPES ? {} : { type: [...types], additionalProperties: true }
    }
    return visit(typeSchema, () => start)
  }
  const schemas = model.schemas.map((each) => {
    const typeSchema = limited(each)
    return typeSchema === each.typeSchema ? each : { ...each, typeSchema }
  })
  return { ...model, schemas }
}

/** Counts the alternatives of the parts of a schema, which all apply. */
function factorCounter(context: SchemaContext): (schema: Schema) => number[] {
  const counts = new Map<string, number>()
  const countOf = (name: string): number =>
    onceFor(counts, name, 1, () => limitedProduct(factorsOf(schemaNamed(name, context))))
  const factorsOf = (schema: Schema): number[] => {
    const { refs, alternatives } = compositionOf(schema)
    const sums = alternatives.map(({ branches }) => {
      const counted = branches.map((branch) => limitedProduct(factorsOf(branch)))
      return counted.reduce((sum, count) => sum + count, 0)
    })
    return [...refs.map(countOf), ...sums]
  }
  return factorsOf
}

function product(factors: readonly number[]): number {
  return factors.reduce((result, factor) => result * factor, 1)
}

/** True for a product of several factors: a sum is written out in the document, and TypeScript takes that. */
function areTooMany(factors: readonly number[]): boolean {
  return factors.filter((count) => count > 1).length > 1 && product(factors) > MOST
}

/** The product; a type of any members is one alternative. */
function limitedProduct(factors: readonly number[]): number {
  return areTooMany(factors) ? 1 : product(factors)
}
