import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { defined } from '../../shared/defined.js'

const MERGED = new Set(['items', 'properties', 'required', 'type'])
const STRUCTURAL = ['enum', 'const', 'items', 'prefixItems', 'properties', 'required']
const OTHER_MEMBERS = ['additionalProperties', 'patternProperties', 'propertyNames']

/** The fewest schemas with the same meaning; schemas that cannot be merged stay apart. */
export function merged(schemas: readonly SchemaObject[]): SchemaObject[] {
  if (schemas.length === 1) return [...schemas]
  const done: SchemaObject[] = []
  for (const schema of schemas) {
    const at = done.findIndex((other) => areCompatible(other, schema))
    if (at < 0) done.push(schema)
    else done[at] = merge(done[at] as SchemaObject, schema)
  }
  return done
}

function areCompatible(a: SchemaObject, b: SchemaObject): boolean {
  const both = (keyword: string) => a[keyword] !== undefined && b[keyword] !== undefined
  // The meaning of the keywords for other members depends on the named members beside them.
  const names = (schema: SchemaObject) => schema.properties !== undefined
  const others = (schema: SchemaObject) => OTHER_MEMBERS.some((keyword) => schema[keyword])
  if ((others(a) && (names(b) || others(b))) || (others(b) && names(a))) return false
  return STRUCTURAL.every((keyword) => MERGED.has(keyword) || !both(keyword))
}

function merge(a: SchemaObject, b: SchemaObject): SchemaObject {
  const properties = new Map(Object.entries(a.properties ?? {}))
  for (const [name, schema] of Object.entries(b.properties ?? {})) {
    const first = properties.get(name)
    properties.set(name, first === undefined ? schema : bothOf(first, schema))
  }
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])]
  const type = commonTypes(a.type, b.type)
  return {
    ...b,
    ...a,
    // An assignment to `__proto__` would make no member.
    ...((a.properties ?? b.properties) && { properties: Object.fromEntries(properties) }),
    ...(a.items !== undefined && b.items !== undefined && { items: bothOf(a.items, b.items) }),
    ...(required.length > 0 && { required }),
    ...(type !== undefined && { type }),
  }
}

/** A member that two parts describe satisfies both; the last description counts. */
function bothOf(first: Schema, second: Schema): Schema {
  return { ...annotationsOf(first), ...annotationsOf(second), allOf: [first, second] }
}

export function annotationsOf(schema: Schema): SchemaObject {
  const { description, title, deprecated } = Object(schema) as SchemaObject
  return defined({ description, title, deprecated })
}

/** The types that both lists allow; an integer is a number. */
function commonTypes(a: SchemaObject['type'], b: SchemaObject['type']): SchemaObject['type'] {
  if (a === undefined || b === undefined) return a ?? b
  const [first, second] = [[a].flat(), [b].flat()]
  const has = (types: readonly string[], type: string) =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  return [
    ...first.filter((type) => has(second, type)),
    ...second.filter((type) => has(first, type) && !first.includes(type)),
  ]
}
