import { append } from '../openapi/json-pointer.js'
import type { Schema, SchemaObject } from '../openapi/schema/schema.js'
import { type Drawn, NOTHING } from './draw.js'

/** A schema that no value is found for, though there is one for each of its parts. */
export interface Undrawable {
  /** Pointer of the schema, as in a `$ref`. */
  readonly $ref: string
  readonly schema: Schema
}

interface DrawSource {
  target($ref: string): Schema
  draw(schema: Schema): Drawn
}

/** The innermost part of a named schema that no value is found for; `undefined` if one is found for all of it. */
export function undrawableIn($ref: string, source: DrawSource): Undrawable | undefined {
  if (source.draw({ $ref }) !== NOTHING) return undefined
  const seen = new Set<Schema>()
  let found: Undrawable = { $ref, schema: source.target($ref) }
  const isNew = (schema: Schema): boolean => {
    const { $ref } = Object(schema)
    return !seen.has($ref === undefined ? schema : source.target($ref))
  }
  for (let next: Undrawable | undefined = found; next !== undefined; ) {
    found = next
    seen.add(found.schema)
    next = partsOf(found, source).find(
      ({ schema }) => isNew(schema) && source.draw(schema) === NOTHING,
    )
  }
  return found
}

/** The parts of a schema that each value needs a value for. */
function partsOf({ $ref: at, schema }: Undrawable, { target }: DrawSource): Undrawable[] {
  if (typeof schema === 'boolean') return []
  const { $ref, allOf = [], required = [], properties = {}, items, anyOf, oneOf } = schema
  const part = (each: Schema, ...keys: (string | number)[]) => {
    return { $ref: append(at, ...keys), schema: each }
  }
  const named = required.filter((name) => Object.hasOwn(properties, name))
  return [
    ...($ref === undefined ? [] : [{ $ref, schema: target($ref) }]),
    ...allOf.map((each, index) => part(each, 'allOf', index)),
    ...named.map((name) => part(properties[name] as Schema, 'properties', name)),
    ...(isNeeded(schema) && items !== undefined ? [part(items, 'items')] : []),
    ...onlyOf(anyOf).map((each) => part(each, 'anyOf', 0)),
    ...onlyOf(oneOf).map((each) => part(each, 'oneOf', 0)),
  ]
}

function isNeeded({ minItems = 0 }: SchemaObject): boolean {
  return Number(minItems) > 0
}

/** The branch of a union that has no other. */
function onlyOf(branches: readonly Schema[] = []): readonly Schema[] {
  return branches.length === 1 ? branches : []
}
