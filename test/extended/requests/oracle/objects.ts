import type { Json, JsonObject } from './json.js'
import { accepts, type Dialect, type Node, patternOf } from './schema.js'
import { Undecided } from './undecided.js'

export function keepsMembers(node: Node, members: JsonObject, dialect: Dialect): boolean {
  const { minProperties, maxProperties, required, propertyNames } = node
  const size = Object.keys(members).length
  if (typeof minProperties === 'number' && size < minProperties) return false
  if (typeof maxProperties === 'number' && size > maxProperties) return false
  const properties = inputs((node.properties ?? {}) as Node, dialect)
  const isMissing = (name: unknown) =>
    !Object.hasOwn(members, name as string) && !properties.hidden.has(name)
  if (Array.isArray(required) && required.some(isMissing)) return false
  if (!keepsDependencies(node, members, dialect)) return false
  for (const [name, value] of Object.entries(members)) {
    if (propertyNames !== undefined && !accepts(propertyNames, name, dialect)) return false
    if (!keepsMember(node, properties.shown, name, value, dialect)) return false
  }
  return true
}

/** The members that a schema names, each with what it has to be. */
export function shownProperties(node: Node, dialect: Dialect): Node {
  return inputs((node.properties ?? {}) as Node, dialect).shown
}

/** A request has no read-only members: who sends one says nothing by it, whatever its value is. */
function inputs(properties: Node, dialect: Dialect): { shown: Node; hidden: Set<unknown> } {
  const hidden = new Set<unknown>()
  if (!dialect.isInput) return { shown: properties, hidden }
  for (const [name, schema] of Object.entries(properties)) {
    if (isLeftOut(schema, dialect)) hidden.add(name)
  }
  if (hidden.size === 0) return { shown: properties, hidden }
  const shown = Object.entries(properties).map(([name, each]) => [name, hidden.has(name) || each])
  return { shown: Object.fromEntries(shown), hidden }
}

/** Number of references that are followed: some lead back. */
const DEPTH = 10

function isLeftOut(schema: unknown, dialect: Dialect, depth = DEPTH): boolean {
  if (typeof schema !== 'object' || schema === null || depth === 0) return false
  const { readOnly, $ref, allOf = [] } = schema as Node
  const isLeft = (each: unknown) => isLeftOut(each, dialect, depth - 1)
  const isAsked = $ref === undefined || /^3\.[12]/.test(dialect.version)
  if (isAsked && (readOnly === true || (allOf as readonly unknown[]).some(isLeft))) return true
  return typeof $ref === 'string' && isLeft(dialect.follow($ref))
}

function keepsMember(
  { patternProperties, additionalProperties }: Node,
  properties: Node,
  name: string,
  value: Json,
  dialect: Dialect,
): boolean {
  const isNamed = Object.hasOwn(properties, name)
  if (isNamed && !accepts(properties[name], value, dialect)) return false
  const matching = Object.entries((patternProperties ?? {}) as Node).filter(([pattern]) =>
    patternOf(pattern).test(name),
  )
  if (!matching.every(([, schema]) => accepts(schema, value, dialect))) return false
  if (isNamed || matching.length > 0 || additionalProperties === undefined) return true
  return accepts(additionalProperties, value, dialect)
}

function keepsDependencies(node: Node, members: JsonObject, dialect: Dialect): boolean {
  if ('dependencies' in node) throw new Undecided('dependencies')
  const has = (name: string) => Object.hasOwn(members, name)
  const schemas = Object.entries((node.dependentSchemas ?? {}) as Node)
  const required = Object.entries(
    (node.dependentRequired ?? {}) as Readonly<Record<string, string[]>>,
  )
  return (
    schemas.every(([name, schema]) => !has(name) || accepts(schema, members, dialect)) &&
    required.every(([name, names]) => !has(name) || names.every(has))
  )
}
