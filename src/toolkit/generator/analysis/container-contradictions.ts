import { refusesAll } from '../../openapi/schema/conjuncts.js'
import { lengthsOf } from '../../openapi/schema/keywords.js'
import { ONE_WAY, type Schema, type SchemaObject } from '../../openapi/schema/schema.js'
import { flagsOf } from '../../regex/syntax.js'
import type { SchemaContext } from './composition.js'
import type { Contradiction, Inside } from './contradictions.js'
import { memberPlace, schemasInPlace } from './evaluated-places.js'
import { rangeContradiction } from './limit-contradictions.js'

export function arrayContradiction(parts: readonly SchemaObject[], inside: Inside): Contradiction {
  const least = Math.max(...parts.map(fewestItems))
  const most = Math.min(...parts.map(mostItems))
  const range = rangeContradiction(least, most, 'items')
  if (range !== undefined || least === 0) return range
  const found = together(parts.flatMap(firstItem), inside)
  return found && `its first item is impossible: ${found}`
}

function fewestItems(part: SchemaObject): number {
  const { contains, minContains = 1 } = part
  return Math.max(lengthsOf(part)[0], contains === undefined ? 0 : Number(minContains))
}

function mostItems(part: SchemaObject): number {
  const { items, prefixItems = [] } = part
  return Math.min(lengthsOf(part)[1], items === false ? prefixItems.length : Infinity)
}

function firstItem({ prefixItems = [], items }: SchemaObject): Schema[] {
  return [prefixItems[0] ?? items].filter((each) => each !== undefined)
}

/** Schemas contradict each other; one alone is looked at where it stands, unless it says that nothing fits. */
function together(schemas: readonly Schema[], inside: Inside): Contradiction {
  if (schemas.some(refusesAll)) return 'its schema refuses everything'
  return new Set(schemas).size < 2 ? undefined : inside(schemas)
}

export function objectContradiction(
  parts: readonly SchemaObject[],
  context: SchemaContext,
  inside: Inside,
): Contradiction {
  const oneWay = new Set(parts.flatMap((part) => part[ONE_WAY]?.names ?? []))
  const required = new Set(
    parts.flatMap((part) => part.required ?? []).filter((name) => !oneWay.has(name)),
  )
  for (const name of required) {
    const found = ofMember(name, parts, context, inside)
    if (found !== undefined) return found
  }
  const least = Math.max(required.size, ...parts.map((part) => Number(part.minProperties ?? 0)))
  return rangeContradiction(least, Math.min(...parts.map(mostMembers)), 'members')
}

function mostMembers(part: SchemaObject): number {
  const { maxProperties = Infinity, properties = {}, patternProperties } = part
  const isClosed = part.additionalProperties === false && patternProperties === undefined
  return Math.min(Number(maxProperties), isClosed ? Object.keys(properties).length : Infinity)
}

function ofMember(
  name: string,
  parts: readonly SchemaObject[],
  context: SchemaContext,
  inside: Inside,
): Contradiction {
  const required = `it requires ${JSON.stringify(name)}, which`
  const closed = parts.some(
    (part) => part.additionalProperties === false && describedIn(part, name).length === 0,
  )
  if (closed) return `${required} \`additionalProperties: false\` forbids`
  if (parts.some((part) => isUnevaluated(part, name, parts, context))) {
    return `${required} \`unevaluatedProperties: false\` forbids`
  }
  const found = together(
    parts.flatMap((part) => schemasOf(part, name)),
    inside,
  )
  return found && `${required} is impossible: ${found}`
}

function isUnevaluated(
  part: SchemaObject,
  name: string,
  parts: readonly SchemaObject[],
  context: SchemaContext,
): boolean {
  if (part.unevaluatedProperties !== false) return false
  const { unevaluatedProperties: _, ...own } = part
  const evaluates = memberPlace(name)
  const all = schemasInPlace(own, context)
  // What is around the schema may evaluate it, too: that counts for less, but is no reason to be wrong.
  return ![...all, ...parts.filter((each) => each !== part)].some(evaluates)
}

function schemasOf(part: SchemaObject, name: string): Schema[] {
  const { additionalProperties } = part
  const all = describedIn(part, name)
  return all.length > 0 || additionalProperties === undefined ? all : [additionalProperties]
}

function describedIn({ properties, patternProperties }: SchemaObject, name: string): Schema[] {
  const isOwn = properties !== undefined && Object.hasOwn(properties, name)
  const own = isOwn ? [properties[name] as Schema] : []
  if (patternProperties === undefined) return own
  const matching = Object.entries(patternProperties).flatMap(([pattern, schema]) =>
    new RegExp(pattern, flagsOf(pattern)).test(name) ? [schema] : [],
  )
  return [...own, ...matching]
}
