import type { Schema, SchemaObject } from '#toolkit/openapi/schema/schema.js'
import type { Schemas } from '../../../helpers/compile-schemas.js'
import { type Chance, chance } from '../../runtime/json/random.js'

// Not `constructor` and `toString`, which Ajv's comparison of objects calls.
const NAMES = ['a', 'b', 'hasOwnProperty', 'isPrototypeOf', 'is x', 'value', '1']
const TEXTS = ['', 'a', 'b', 'ab', '💚', '2024-02-29', 'hasOwnProperty']
const NUMBERS = [0, -1, 1, 2, 3, 1.5, 1e15, -0]
const PATTERNS = ['^a', 'b$', '^[a-c]*$', '^has', '\\p{L}']
const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

/** Ajv 8 errs about `unevaluatedProperties` and `contains` in one of a hundred such schemas. */
export type Family = 'all' | 'where Ajv is right'

/** Schemas that refer to each other: in place only to earlier ones, so that every judgement ends. */
export function randomSchemas(seed: number, count: number, family: Family = 'all'): Schemas {
  const random = chance(seed)
  const schemas: Record<string, Schema> = {}
  for (let index = 0; index < count; index++)
    schemas[`S${index}`] = writer(random, index, count, family)(0, true)
  return schemas
}

/** Writes a schema; `inPlace`: it holds for the value of the whole, not for a part of it. */
function writer(random: Chance, index: number, count: number, family: Family) {
  const { below, pick } = random
  const constant = () =>
    pick<unknown>([pick(TEXTS), pick(NUMBERS), true, null, [], [1], { a: 1 }, { b: [1], a: 'a' }])
  const reference = (inPlace: boolean): SchemaObject => {
    const limit = inPlace ? index : count
    return limit === 0 ? {} : { $ref: `#/$defs/S${below(limit)}` }
  }
  const tagged = (same: () => Schema): Schema[] =>
    ['a', 'b', 'c'].map((tag) => ({
      ...pick([{}, { type: 'object', required: ['a'] }]),
      properties: { a: pick<Schema>([{ const: tag }, { enum: [tag, `${tag}2`] }]) },
      allOf: [same()],
    }))
  const several = (make: () => Schema) => Array.from({ length: 1 + below(3) }, make)
  const byName = (names: readonly string[], make: () => Schema) =>
    Object.fromEntries(Array.from({ length: 1 + below(3) }, () => [pick(names), make()]))
  const names = () => [...new Set(Array.from({ length: 1 + below(2) }, () => pick(NAMES)))]

  function keyword(depth: number, inPlace: boolean): SchemaObject {
    const isDeep = depth >= 3
    const inside = () => (isDeep ? pick([true, { type: pick(TYPES) }]) : write(depth + 1, false))
    const same = () => (isDeep ? pick([true, false, {}]) : write(depth + 1, inPlace))
    return pick<() => SchemaObject>([
      () => ({ properties: byName(NAMES, inside) }),
      () => ({ properties: byName(NAMES, inside), required: names() }),
      () => ({ properties: byName(NAMES, inside), unevaluatedProperties: inside() }),
      () => ({ patternProperties: byName(PATTERNS, inside) }),
      () => ({ additionalProperties: inside() }),
      () => ({ unevaluatedProperties: pick([false, inside()]) }),
      () => ({ unevaluatedItems: pick([false, inside()]) }),
      () => ({
        propertyNames: pick<Schema>([{ pattern: pick(PATTERNS) }, { maxLength: 3 }, inside()]),
      }),
      () => ({ dependentRequired: { [pick(NAMES)]: names() } }),
      () => ({ dependentSchemas: byName(NAMES, same) }),
      () => ({ required: names() }),
      () => pick([{ minProperties: below(3) }, { maxProperties: below(4) }]),
      () => ({ items: inside() }),
      () => ({ prefixItems: several(inside), ...pick([{}, { items: inside() }]) }),
      () => ({
        contains: inside(),
        ...pick([{}, { minContains: below(3) }, { maxContains: below(3) }]),
      }),
      () => pick([{ minItems: below(3) }, { maxItems: below(4) }, { uniqueItems: true }]),
      () => ({ allOf: several(same) }),
      () => ({ anyOf: several(same) }),
      () => ({ oneOf: several(same) }),
      () => ({ oneOf: tagged(same) }),
      () => ({ not: same() }),
      () => ({ if: same(), ...pick([{}, { [pick(['then', 'else'])]: same() }]) }),
      () => ({ if: same(), ['then' as string]: same(), else: same() }),
      () => reference(inPlace),
      () => reference(inPlace),
      () => ({ enum: several(() => constant() as Schema) as unknown[] }),
      () => ({ const: constant() }),
      () =>
        pick([
          { minimum: pick(NUMBERS) },
          { maximum: pick(NUMBERS) },
          { multipleOf: pick([1, 2, 3]) },
        ]),
      () => pick([{ exclusiveMinimum: pick(NUMBERS) }, { exclusiveMaximum: pick(NUMBERS) }]),
      () => pick([{ minLength: below(3) }, { maxLength: below(3) }, { pattern: pick(PATTERNS) }]),
      () => ({ type: 'string', format: pick(['date', 'uuid', 'unknown']) }),
    ])()
  }

  function write(depth: number, inPlace: boolean): Schema {
    if (below(12) === 0) return pick([true, true, false])
    const schema: Record<string, unknown> = {}
    if (below(3) === 0)
      schema.type = pick([pick(TYPES), [pick(TYPES)], [...new Set([pick(TYPES), pick(TYPES)])]])
    for (let keywords = 1 + below(depth === 0 ? 4 : 3); keywords > 0; keywords--) {
      const more = keyword(depth, inPlace)
      const isLogged = Object.keys(more).some((each) => each.startsWith('unevaluated'))
      if (family === 'all' || !isLogged) Object.assign(schema, more)
    }
    if (family !== 'all' && 'prefixItems' in schema) delete schema.contains
    return schema
  }

  return write
}

/** A JSON value that such schemas have something to say about. */
export function randomValue(random: Chance, depth = 0): unknown {
  const { below, pick } = random
  const kind = below(depth >= 3 ? 4 : 9)
  if (kind === 0) return pick(TEXTS)
  if (kind === 1) return pick(NUMBERS)
  if (kind < 4) return pick([true, false, null])
  const inside = () => randomValue(random, depth + 1)
  if (kind < 6) return Array.from({ length: below(4) }, inside)
  return Object.fromEntries(Array.from({ length: below(5) }, () => [pick(NAMES), inside()]))
}
