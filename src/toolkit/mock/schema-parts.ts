import { type LocatedValue, member } from '../openapi/document.js'
import { isObject, type JsonObject } from '../openapi/json.js'

/** Most schemas on the way to a property. */
const MAX_DEPTH = 6

/** A schema of a document, and those that it is composed of, the innermost first. */
export function partsOf(
  root: JsonObject,
  schema: LocatedValue | undefined,
  depth = 0,
): LocatedValue[] {
  const value = schema?.value
  if (schema === undefined || !isObject(value) || depth > MAX_DEPTH) return []
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const all = value[keyword]
    const indexes = Array.isArray(all) ? [...all.keys()] : []
    return indexes.flatMap((index) =>
      partsOf(root, member(root, schema, keyword, String(index)), depth + 1),
    )
  })
  return [...parts, schema]
}

/** The schemas of the members of a body by their names. */
export function propertiesOf(
  root: JsonObject,
  schema: LocatedValue | undefined,
): Map<string, LocatedValue> {
  const found = new Map<string, LocatedValue>()
  for (const part of partsOf(root, schema)) {
    const { properties } = part.value as JsonObject
    for (const name of isObject(properties) ? Object.keys(properties) : []) {
      const each = member(root, part, 'properties', name)
      if (each !== undefined) found.set(name, each)
    }
  }
  return found
}

/** True if values are lists. */
export function isListSchema(root: JsonObject, schema: LocatedValue): boolean {
  return partsOf(root, schema).some(({ value }) => {
    const { type, items } = value as JsonObject
    return items !== undefined || [type].flat().includes('array')
  })
}

/** The schema of a body; that of an example, where it says nothing: many documents have nothing but examples. */
export function described(
  root: JsonObject,
  schema: LocatedValue | undefined,
  example: unknown,
): LocatedValue | undefined {
  const isTelling =
    schema !== undefined && (isListSchema(root, schema) || propertiesOf(root, schema).size > 0)
  return isTelling ? schema : schemaOfValue(example)
}

/** A schema of a value, which tells what members it has. */
function schemaOfValue(value: unknown, depth = 0): LocatedValue | undefined {
  const located = (schema: JsonObject) => ({ pointer: '#', value: schema })
  if (depth > MAX_DEPTH || value === undefined) return undefined
  if (Array.isArray(value)) {
    const items = schemaOfValue(value[0], depth + 1)?.value
    return located({ type: 'array', ...(items !== undefined && { items }) })
  }
  if (!isObject(value)) return located({})
  const members = Object.entries(value).map(([name, each]) => {
    return [name, schemaOfValue(each, depth + 1)?.value ?? {}]
  })
  return located({ type: 'object', properties: Object.fromEntries(members) })
}
