import type { Diagnostics } from '../diagnostics.js'
import type { NamedSchema, Schema } from './model.js'

/** Keywords whose schemas hold for the very instance that the schema itself holds for. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'] as const

/**
 * Reports schemas that need themselves to judge one and the same value: no validator could end. A
 * schema that meets itself in a member or an element is fine.
 */
export function checkCircles(schemas: readonly NamedSchema[], report: Diagnostics): void {
  const needs = new Map(schemas.map(({ name, schema }) => [name, inPlace(schema)]))
  for (const { name, origin } of schemas) {
    if (!reaches(name, name, needs)) continue
    const advice = 'break the circle of `$ref`s'
    report.wrong(origin, 'the schema needs itself to judge a value', advice)
  }
}

/** The names that a schema refers to without going into a member or an element. */
function inPlace(schema: Schema | undefined): string[] {
  if (schema === undefined || typeof schema === 'boolean') return []
  const own = schema.$ref === undefined ? [] : [schema.$ref.slice('#/$defs/'.length)]
  const nested = [
    ...IN_PLACE.flatMap((keyword) => [schema[keyword] as Schema | Schema[]].flat()),
    ...Object.values((schema.dependentSchemas ?? {}) as Record<string, Schema>),
  ]
  return [...own, ...nested.flatMap(inPlace)]
}

function reaches(
  start: string,
  goal: string,
  needs: ReadonlyMap<string, readonly string[]>,
  seen: Set<string> = new Set(),
): boolean {
  return (needs.get(start) as readonly string[]).some((next) => {
    if (next === goal) return true
    if (seen.has(next)) return false
    seen.add(next)
    return reaches(next, goal, needs, seen)
  })
}
