import { below } from '../../openapi/json-pointer.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import type { ValidationError } from '../validator.js'

/** A value at a JSON pointer, with the pointer of its schema. */
export interface Instance {
  readonly value: unknown
  readonly path: string
  readonly schema: string
  readonly walk: SchemaWalk
}

export type Violations = Generator<ValidationError, void, undefined>

/** Yields the violations of some keywords of a schema. */
export type KeywordRule = (schema: SchemaObject, place: Instance) => Violations

/** Context for rules that apply other schemas. */
export interface SchemaWalk {
  target($ref: string): Schema
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
export function within(
  { value, path, schema, walk }: Instance,
  ...keys: readonly (string | number)[]
): Instance {
  return { value, path, schema: keys.reduce<string>(below, schema), walk }
}

/** A member or element at a subschema. */
export function child(
  { path, schema, walk }: Instance,
  key: string | number,
  value: unknown,
  ...keys: readonly (string | number)[]
): Instance {
  return { value, path: below(path, key), schema: keys.reduce<string>(below, schema), walk }
}

export function violationsBy(schema: Schema, place: Instance): Violations {
  return place.walk.violations(schema, place)
}

export function holds(schema: Schema, place: Instance): boolean {
  return violationsBy(schema, place).next().done === true
}

/** The members of an object. A member that is `undefined` does not count, as in JSON. */
export function membersOf(object: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(object).filter(([, value]) => value !== undefined)
}

/** The schemas of a keyword by name or index. */
export function entriesOf(schemas: Readonly<Record<string, Schema>> = {}): [string, Schema][] {
  return Object.entries(schemas)
}
