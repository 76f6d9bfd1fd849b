import type { JsonObject } from '../../openapi/json.js'
import { below } from '../../openapi/json-pointer.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import type { ValidationError } from '../validator.js'

/** A value at a JSON pointer, with the pointer of its schema. */
export interface Instance {
  readonly value: unknown
  readonly path: string
  readonly schema: string
  /** True inside of a branch of a union that is tried like others are, each of them for the same value. */
  readonly isTried: boolean
  /** How many schemas lead to this one, one inside of the other. */
  readonly depth: number
  readonly walk: SchemaWalk
}

export type Violations = Generator<ValidationError, void, undefined>

export type KeywordRule = (schema: SchemaObject, place: Instance) => Violations

/** Context for rules that apply other schemas. */
export interface SchemaWalk {
  target($ref: string): Schema
  /** True if nothing but the first violation is looked for. */
  readonly isVerdict: boolean
  /** The names of an object's members. A member that is `undefined` does not count, as in JSON. */
  namesOf(object: JsonObject): readonly string[]
  violations(schema: Schema, place: Instance): Violations
}

export class StepsExceeded extends Error {}

export function violation(
  { path, schema }: Pick<Instance, 'path' | 'schema'>,
  keyword: string,
  message: string,
  params: ValidationError['params'] = {},
): ValidationError {
  return { instancePath: path, schemaPath: `${schema}/${keyword}`, keyword, params, message }
}

/** The same value at a subschema. */
export function within(place: Instance, ...keys: readonly (string | number)[]): Instance {
  return { ...place, schema: keys.reduce<string>(below, place.schema) }
}

/** A member or element at a subschema. */
export function child(
  place: Instance,
  key: string | number,
  value: unknown,
  ...keys: readonly (string | number)[]
): Instance {
  return { ...within(place, ...keys), value, path: below(place.path, key) }
}

export function violationsBy(schema: Schema, place: Instance): Violations {
  return place.walk.violations(schema, place)
}

export function holds(schema: Schema, place: Instance): boolean {
  return violationsBy(schema, place).next().done === true
}
