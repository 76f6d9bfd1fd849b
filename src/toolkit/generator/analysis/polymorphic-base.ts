import { refToSchema, schemaNameIn } from '../../openapi/schema/references.js'
import type { Discriminator } from '../../openapi/schema/schema.js'
import type { NamedSchema } from '../model/model.js'
import { compositionOf } from './composition.js'
import type { Inheritance } from './graph.js'

/** A schema that others inherit from. */
export interface PolymorphicBase extends Discriminator {
  readonly name: string
  /** Its position among all schemas. */
  readonly index: number
  /** Position of each value in the mapping. */
  readonly order: ReadonlyMap<string, number>
  /** Names of the subtypes in the mapping, and its own if the mapping leads there. */
  readonly targets: readonly string[]
  /** True if values that lead to no target are refused. */
  readonly isStrict: boolean
}

/** A schema as such a base, with its name; none if no schema of its discriminator inherits from it. */
export function baseOf(
  { name, schema }: NamedSchema,
  index: number,
  { ancestors }: Inheritance,
  isStrict: boolean,
): [string, PolymorphicBase][] {
  const { discriminator } = typeof schema === 'object' ? schema : {}
  if (discriminator === undefined || compositionOf(schema).alternatives.length > 0) return []
  const { mapping, defaultMapping } = discriminator
  const isOwn = (target: string) => target === name || ancestors(target).has(name)
  const fallback = defaultMapping && fallbackOf(defaultMapping, name, isOwn)
  const mapped = [...Object.values(mapping), ...(fallback ? [fallback] : [])].map(schemaNameIn)
  const targets = [...new Set(mapped)].filter(isOwn)
  if (!targets.some((target) => target !== name)) return []
  const order = new Map(Object.keys(mapping).map((value, at) => [value, at]))
  const own = { ...discriminator, ...(fallback && { defaultMapping: fallback }) }
  return [[name, { name, index, ...own, order, targets, isStrict }]]
}

/** Where a default is no heir, a value that the mapping does not have is of the base. */
function fallbackOf($ref: string, base: string, isOwn: (name: string) => boolean): string {
  return isOwn(schemaNameIn($ref)) ? $ref : refToSchema(base)
}
