import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { hasMember } from '../containers.js'
import { anObject } from '../types.js'
import {
  entriesOf,
  holds,
  type Instance,
  type Violations,
  violation,
  violationsBy,
  within,
} from './schema-walk.js'

/** `$ref` and `allOf`. */
export function* allRule(schema: SchemaObject, place: Instance): Violations {
  const { $ref } = schema
  if (typeof $ref === 'string')
    yield* violationsBy(place.walk.target($ref), { ...place, schema: $ref })
  for (const [index, branch] of branchesOf(schema.allOf)) {
    yield* violationsBy(branch, within(place, 'allOf', index))
  }
}

function branchesOf(branches: readonly Schema[] = []): [number, Schema][] {
  return [...branches.entries()]
}

/** `not`, `if` and `dependentSchemas`. */
export function* conditionRule(schema: SchemaObject, place: Instance): Violations {
  const { not } = schema
  const { value } = place
  if (not !== undefined && holds(not, within(place, 'not'))) {
    yield violation(place, 'not', 'must NOT be valid')
  }
  if (schema.if !== undefined) {
    const keyword = holds(schema.if, within(place, 'if')) ? 'then' : 'else'
    yield* violationsBy(schema[keyword] ?? true, within(place, keyword))
  }
  for (const [name, each] of entriesOf(schema.dependentSchemas)) {
    if (!anObject(value) || !hasMember(value, name)) continue
    yield* violationsBy(each, within(place, 'dependentSchemas', name))
  }
}
