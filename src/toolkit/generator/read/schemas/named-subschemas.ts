import { setOwn } from '../../../openapi/json.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Cursor } from '../document/cursor.js'
import type { Dialect } from './dialect.js'
import { isMisplacedKeyword } from './misplaced-keywords.js'
import { readPattern } from './patterns.js'

type ReadSubschema = (schema: Cursor) => Schema

/** The schemas by name of a keyword such as `properties`. */
export function readMap(
  value: Cursor,
  keyword: string,
  read: ReadSubschema,
  dialect: Dialect,
): Record<string, Schema> {
  const map: Record<string, Schema> = {}
  for (const [name, schema] of value.entries()) {
    if (keyword === 'properties' && name === '$ref' && typeof schema.value === 'string') {
      const advice = 'write `allOf` with a `$ref` to the schema that has them'
      schema.wrong('a `$ref` does not stand for all properties', advice)
      continue
    }
    if (keyword === 'properties' && isMisplacedKeyword(name, schema, dialect)) continue
    const key = keyword === 'patternProperties' ? readPattern(value, name) : name
    if (key === undefined) continue
    const own = read(schema)
    // Two patterns may mean the same.
    setOwn(map, key, Object.hasOwn(map, key) ? { allOf: [map[key] as Schema, own] } : own)
  }
  return map
}

/** The schemas and lists of names of `dependencies` (up to draft 7). */
export function readDependencies(value: Cursor, read: ReadSubschema): Record<string, unknown> {
  const entries = value.entries().map(([name, each]) => {
    const isList = Array.isArray(each.value)
    return [name, isList ? each.elements().flatMap((one) => one.string() ?? []) : read(each)]
  })
  return Object.fromEntries(entries)
}
