import type { Rule } from '../../conformance/values/place.js'
import { type SchemaObject, valueListsOf } from '../../openapi/schema/schema.js'

/** The JSON types, with numbers divided: an integer is a number, too. */
const KINDS = ['object', 'array', 'string', 'integer', 'fraction', 'boolean', 'null'] as const

export type ValueKind = (typeof KINDS)[number]

/** The kinds of values that all rules allow. */
export function kindsOf(rules: readonly Rule[]): ReadonlySet<ValueKind> {
  return new Set(KINDS.filter((kind) => rules.every(({ schema }) => allows(schema, kind))))
}

function allows({ type = [], multipleOf }: SchemaObject, kind: ValueKind): boolean {
  if (kind === 'fraction' && Number.isInteger(Number(multipleOf))) return false
  const types = [type].flat()
  if (types.length === 0 || types.includes(kind)) return true
  return types.includes('number') && (kind === 'integer' || kind === 'fraction')
}

/** True if values of a JSON type that keywords are about are possible. */
export function hasKind(rules: readonly Rule[], type: string): boolean {
  const kinds: ReadonlySet<string> = kindsOf(rules)
  return type === 'number' ? kinds.has('integer') || kinds.has('fraction') : kinds.has(type)
}

/** A schema of the values of a kind. */
export function schemaOfKind(kind: ValueKind) {
  if (kind !== 'fraction') return { type: kind }
  return { type: 'number', not: { type: 'integer' } }
}

/** The values that the rules list, of those that all of them accept; `undefined` if none has a list. */
export function listedBy(
  rules: readonly Rule[],
  accepts: (rule: Rule, value: unknown) => boolean,
): readonly unknown[] | undefined {
  const [list] = rules.flatMap(({ schema }) => valueListsOf(schema))
  return list?.filter((value) => rules.every((rule) => accepts(rule, value)))
}
