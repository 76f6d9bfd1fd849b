import { isObject } from '../../../openapi/json.js'
import type { SchemaObject } from '../../../openapi/schema/schema.js'
import type { Cursor } from '../document/cursor.js'
import { namesIn } from './misplaced-keywords.js'

/**
 * A schema with the members that it requires in other words: by `required: true` in a property, as in
 * draft 3 (section 5.7), or by a `required` that wrong indentation has made one of its `properties`.
 */
export function withRequiredMembers(cursor: Cursor, schema: SchemaObject): SchemaObject {
  const properties = cursor.get('properties')
  if (properties === undefined || !isObject(properties.value)) return schema
  const own = Object.entries(properties.value).flatMap(([name, property]) =>
    isMarked(property) ? [name] : [],
  )
  const misplaced = namesIn(properties.value.required)
  for (const name of own) {
    const message =
      '`required: true` of a property is of draft 3; taken for `required` of its object'
    properties
      .get(name)
      ?.get('required')
      ?.warn(message, 'name the member in the `required` of its object')
  }
  if (misplaced.length > 0) {
    const message =
      '`required` is a member of the schema, and no schema itself; taken for `required` of its object'
    properties.get('required')?.warn(message, 'move it out of `properties`')
  }
  const { required } = schema
  const listed = Array.isArray(required) ? required : []
  const all = new Set([...listed, ...own, ...misplaced])
  return all.size === listed.length ? schema : { ...schema, required: [...all] }
}

/** Beside a `$ref`, versions up to 3.0 ignore other members. */
function isMarked(property: unknown): boolean {
  return isObject(property) && property.required === true && !('$ref' in property)
}
