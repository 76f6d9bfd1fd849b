import { isObject, type Json, type JsonObject } from './json.js'
import { shownProperties } from './objects.js'
import { accepts, type Dialect, isOld, type Node, patternOf } from './schema.js'

/** True if the members that nothing else in a schema covers conform to `unevaluatedProperties`. */
export function keepsUnevaluated(node: Node, value: Json, dialect: Dialect): boolean {
  const { unevaluatedProperties: rest, ...others } = node
  if (rest === undefined || !isObject(value)) return true
  const seen = evaluated(others, value, dialect)
  return Object.entries(value).every(
    ([name, member]) => seen.has(name) || accepts(rest, member, dialect),
  )
}

/** The names of the members that a schema speaks of, itself or in parts that hold (Core, section 11). */
function evaluated(schema: unknown, members: JsonObject, dialect: Dialect): Set<string> {
  if (typeof schema !== 'object' || schema === null) return new Set()
  const node = schema as Node
  if (!accepts(node, members, dialect)) return new Set()
  const refs = node.$ref === undefined ? [] : [dialect.follow(node.$ref as string)]
  if (refs.length > 0 && isOld(dialect)) return evaluated(refs[0], members, dialect)
  const parts = [...refs, ...partsOf(node, members, dialect)]
  const found = new Set(parts.flatMap((part) => [...evaluated(part, members, dialect)]))
  const shown = shownProperties(node, dialect)
  const patterns = Object.keys((node.patternProperties ?? {}) as Node).map(patternOf)
  const hasRest =
    node.additionalProperties !== undefined || node.unevaluatedProperties !== undefined
  for (const name of Object.keys(members)) {
    const isNamed = Object.hasOwn(shown, name) || patterns.some((pattern) => pattern.test(name))
    if (isNamed || hasRest) found.add(name)
  }
  return found
}

/** The schemas in place that may say something of the same object. */
function partsOf(node: Node, members: JsonObject, dialect: Dialect): unknown[] {
  const { allOf = [], anyOf = [], oneOf = [], if: test, dependentSchemas = {} } = node
  const chosen = [...list(anyOf), ...list(oneOf)]
  const isThen = test !== undefined && accepts(test, members, dialect)
  const dependent = Object.entries(dependentSchemas as Node).filter(([name]) =>
    Object.hasOwn(members, name),
  )
  return [
    ...list(allOf),
    ...chosen,
    ...(test === undefined ? [] : [test, isThen ? node.then : node.else]),
    ...dependent.map(([, each]) => each),
  ]
}

function list(schemas: unknown): readonly unknown[] {
  return schemas as readonly unknown[]
}
