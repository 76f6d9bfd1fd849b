import { below } from '../../openapi/json-pointer.js'
import type { Rules, RulesObject } from '../../openapi/shared-schema.js'
import type { ValidationError } from '../validator.js'

/** A value, where it stands, and where the schema stands that it is held against. */
export interface Instance {
  readonly value: unknown
  /** JSON pointer of the value. */
  readonly path: string
  /** Pointer of the schema. */
  readonly schema: string
}

export type Violations = Generator<ValidationError, void, undefined>

/** Yields what is wrong with a value by some keywords of a schema. */
export type KeywordRule = (walk: SchemaWalk, rules: RulesObject, place: Instance) => Violations

/** What rules need to go on to other schemas. */
export interface SchemaWalk {
  /** The schema that a `$ref` refers to. */
  target($ref: string): Rules
  /** What is wrong with a value by a schema. */
  violations(rules: Rules, place: Instance): Violations
}

/** The explanation takes longer than any should. */
export class StepsExceeded extends Error {}

export function violation(
  { path, schema }: Instance,
  keyword: string,
  message: string,
  params: ValidationError['params'] = {},
): ValidationError {
  return { instancePath: path, schemaPath: `${schema}/${keyword}`, keyword, params, message }
}

/** The value of the same place held against a schema inside its schema. */
export function within(
  { schema, ...place }: Instance,
  ...keys: readonly (string | number)[]
): Instance {
  return { ...place, schema: keys.reduce<string>(below, schema) }
}

/** A member or an element, held against a schema inside the schema. */
export function child(
  place: Instance,
  key: string | number,
  value: unknown,
  ...keys: readonly (string | number)[]
): Instance {
  return { value, path: below(place.path, key), schema: keys.reduce<string>(below, place.schema) }
}

/** Whether a schema accepts the value of a place; of what it says nothing is kept, nor where it stands. */
export function holds(walk: SchemaWalk, rules: Rules, place: Instance): boolean {
  return walk.violations(rules, place).next().done === true
}

/** The members of an object; what is `undefined` is none, as in JSON. */
export function membersOf(object: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(object).filter(([, value]) => value !== undefined)
}

/** The schemas of a keyword by name or index. */
export function entriesOf(keyword: unknown): [string, Rules][] {
  return Object.entries((keyword ?? {}) as Record<string, Rules>)
}
