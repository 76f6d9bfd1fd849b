import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { defined } from '../../../shared/defined.js'
import type { Coercion } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import type { Schemas } from '../schemas/schemas.js'
import { itemsIn, membersIn, othersOf, partsOf, scalarsOf, typesIn } from './coercion-parts.js'
import { isCommaFree } from './text-rules.js'

/** Depths that are tried: no name in a query has more brackets than the first. */
const DEPTHS = [16, 8, 6, 5, 4, 3, 2, 1, 0] as const

/** Maximum number of schemas that one parameter or form reads: some forms have hundreds of nested members. */
const MAX_SCHEMAS = 10_000

/**
 * Coercion of a parameter's text by its schema.
 *
 * @param place - Where it is reported that the schema has too many others inside to read all their texts.
 */
export function coercionOf(schema: Schema, schemas: Schemas, place?: Cursor): Coercion {
  return asDeepAsPossible(place, schemas, (reading) => read([schema], [], reading))
}

/** Coercions of the members of a form: each is read apart from the others. */
export function memberCoercions(schema: Schema, schemas: Schemas, place?: Cursor) {
  return asDeepAsPossible(place, schemas, (reading): Partial<Coercion> => {
    const parts = partsOf([schema], schemas)
    return typesIn(parts).has('object') ? objectOf(parts, [], reading) : {}
  })
}

/** True if a value of the schema can be of the type. */
export function allowsType(schema: Schema, type: 'array' | 'object', schemas: Schemas): boolean {
  const types = typesIn(partsOf([schema], schemas))
  return types.size === 0 || types.has(type)
}

interface Reading {
  readonly schemas: Schemas
  readonly depth: number
  /** Number of schemas that may still be read. */
  left: number
}

function asDeepAsPossible<Result>(
  place: Cursor | undefined,
  schemas: Schemas,
  attempt: (reading: Reading) => Result,
  [depth = 0, ...others]: readonly number[] = DEPTHS,
): Result {
  const reading = { schemas, depth, left: MAX_SCHEMAS }
  const result = attempt(reading)
  if (reading.left < 0 && others.length > 0) {
    return asDeepAsPossible(place, schemas, attempt, others)
  }
  if (depth < DEPTHS[0]) reportDepth(place, depth)
  return result
}

function reportDepth(place: Cursor | undefined, depth: number): void {
  const deeper = depth === 0 ? 'those inside are' : `those more than ${depth} deep inside are`
  place?.warn(
    `its texts have the types of over ${MAX_SCHEMAS} schemas: ${deeper} read as strings, so that a number there is refused`,
    'describe it with `content` as JSON, or with fewer schemas',
  )
}

/** Schemas that describe one value. */
type Parts = readonly SchemaObject[]

/** Coercion by schemas of one value, each of which describes it; `above`: the parts of those around it. */
function read(described: readonly Schema[], above: readonly Parts[], reading: Reading): Coercion {
  const { schemas, depth } = reading
  const parts = partsOf(described, schemas)
  const isSame = (one: Parts) =>
    one.length === parts.length && one.every((part, index) => part === parts[index])
  const again = above.findLastIndex(isSame)
  if (again >= 0) return { scalars: [], up: above.length - again }
  if (above.length > depth || --reading.left < 0) return { scalars: ['string'] }
  const types = typesIn(parts)
  const inside = [...above, parts]
  return {
    ...(types.has('array') && arrayOf(parts, inside, reading)),
    ...(types.has('object') && objectOf(parts, inside, reading)),
    scalars: scalarsOf(types, parts, schemas),
  }
}

function arrayOf(parts: Parts, above: readonly Parts[], reading: Reading): Partial<Coercion> {
  const { first, items } = itemsIn(parts)
  const array = read(items, above, reading)
  const prefix = first.map((each) => read(each, above, reading))
  const isText = [array, ...prefix].some(({ scalars }) => scalars.includes('string'))
  const isFree = (each: readonly Schema[]) => isCommaFree({ anyOf: each }, reading.schemas)
  return {
    array,
    ...(prefix.length > 0 && { prefix }),
    ...(isText && [items, ...first].every(isFree) && { commaFree: true }),
  }
}

function objectOf(parts: Parts, above: readonly Parts[], reading: Reading): Partial<Coercion> {
  const members = [...membersIn(parts)].map(
    ([name, each]) => [name, read(each, above, reading)] as const,
  )
  const others = othersOf(parts)
  const rest = others && read(others, above, reading)
  return defined({ object: Object.fromEntries(members), rest })
}
