import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import { RESTRICTING_KEYWORDS } from '../../openapi/schema/keywords.js'
import { ONE_WAY, type Schema, type SchemaObject } from '../../openapi/schema/schema.js'
import { flagsOf } from '../../regex/syntax.js'
import { violationsOf } from '../../validation/explain/explain.js'
import { type SchemaContext, schemasInPlace } from './composition.js'
import { type JsonTypes, jsonTypesOf, listedValues } from './json-values.js'

/** Why no value satisfies a schema; `undefined`: some value may. */
export type Contradiction = string | undefined

/** Levels of required members that are looked into. */
const MAX_DEPTH = 4

/** Why no value satisfies a schema, as far as its types, values, limits and required members contradict each other. */
export function contradictionOf(
  schema: Schema,
  context: SchemaContext,
  depth = MAX_DEPTH,
): Contradiction {
  if (typeof schema === 'boolean') return schema ? undefined : 'it is `false`'
  const parts = conjunctsOf(schema, context.lookup)
  const types = withoutRefused(jsonTypesOf(schema, context), parts)
  if (types.size === 0) return 'its parts have no type in common'
  const inside = (all: readonly Schema[]) =>
    depth === 0 ? undefined : contradictionOf({ allOf: all }, context, depth - 1)
  return ofValues(schema, parts, context) ?? ofTypes(types, { parts, inside, context })
}

/** Types without those that a `not` refuses whatever the value is. */
function withoutRefused(types: JsonTypes, parts: readonly SchemaObject[]): JsonTypes {
  const refused = parts.flatMap(({ not }) =>
    typeof not === 'object' && saysOnly(not, TYPE) ? [not.type ?? []].flat() : [],
  )
  return refused.length === 0
    ? types
    : new Set([...types].filter((type) => !refused.includes(type)))
}

const TYPE: ReadonlySet<string> = new Set(['type'])

/** True if no other keyword than these can refuse a value. */
export function saysOnly(schema: SchemaObject, keywords: ReadonlySet<string>): boolean {
  return Object.keys(schema).every(
    (keyword) =>
      keywords.has(keyword) || (!RESTRICTING_KEYWORDS.has(keyword) && keyword !== '$ref'),
  )
}

const LISTED: ReadonlySet<string> = new Set(['$ref', 'allOf', 'const', 'enum', 'type'])

/** A listed value is soon judged. */
export const SOON = { violations: 1, steps: 1_000, characters: 1_000 }

function ofValues(
  schema: SchemaObject,
  parts: readonly SchemaObject[],
  context: SchemaContext,
): Contradiction {
  const values = listedValues(schema, context)
  if (values === undefined) return undefined
  if (values.length === 0) return 'its parts have no value in common'
  if (parts.every((part) => saysOnly(part, LISTED))) return undefined
  const isRefused = (value: unknown) => violationsOf(context.lookup, schema, value, SOON).length > 0
  return values.every(isRefused) ? 'it refuses each value that it lists' : undefined
}

/** The parts of a schema, all of which apply. */
interface JointSchema {
  readonly parts: readonly SchemaObject[]
  /** Why schemas of a member contradict each other. */
  readonly inside: (all: readonly Schema[]) => Contradiction
  readonly context: SchemaContext
}

function ofTypes(types: JsonTypes, joint: JointSchema): Contradiction {
  let first: Contradiction
  for (const type of types) {
    const found = ofLimits(type, joint.parts) ?? (type === 'object' && ofMembers(joint))
    if (!found) return undefined
    first ??= found
  }
  return first
}

/** Sizes of values by their types, and in words. */
const SIZES: Readonly<Record<string, readonly [least: string, most: string, what: string]>> = {
  string: ['minLength', 'maxLength', 'characters'],
  array: ['minItems', 'maxItems', 'items'],
  object: ['minProperties', 'maxProperties', 'members'],
}

function ofLimits(type: string, parts: readonly SchemaObject[]): Contradiction {
  if (type === 'number') return ofNumbers(parts)
  const [low, high, what] = SIZES[type] ?? []
  if (low === undefined || high === undefined) return undefined
  const least = Math.max(...parts.map((part) => Number(part[low] ?? 0)))
  const most = Math.min(...parts.map((part) => Number(part[high] ?? Infinity)))
  return least > most ? `it wants at least ${least} ${what}, and at most ${most}` : undefined
}

function ofNumbers(parts: readonly SchemaObject[]): Contradiction {
  const limits = (keywords: readonly string[]) =>
    parts.flatMap((part) =>
      keywords.flatMap((keyword) =>
        part[keyword] === undefined ? [] : { keyword, value: part[keyword] as number | bigint },
      ),
    )
  const highs = limits(['maximum', 'exclusiveMaximum'])
  for (const low of limits(['minimum', 'exclusiveMinimum'])) {
    for (const high of highs) {
      const isOpen = [low, high].some(({ keyword }) => keyword.startsWith('exclusive'))
      if (isOpen ? low.value < high.value : low.value <= high.value) continue
      return `\`${low.keyword}\` ${low.value} and \`${high.keyword}\` ${high.value} leave no number`
    }
  }
  return undefined
}

function ofMembers({ parts, inside, context }: JointSchema): Contradiction {
  const oneWay = new Set(parts.flatMap((part) => part[ONE_WAY]?.names ?? []))
  for (const name of new Set(parts.flatMap(({ required = [] }) => required))) {
    if (oneWay.has(name)) continue
    const required = `it requires ${JSON.stringify(name)}, which`
    const isClosed = ({ additionalProperties, ...part }: SchemaObject) =>
      additionalProperties === false && !describes(part, name)
    if (parts.some(isClosed)) return `${required} \`additionalProperties: false\` forbids`
    // What is around a part may evaluate the member, too: that counts for less, but is no reason to be wrong.
    const isUnevaluated = ({ unevaluatedProperties, ...part }: SchemaObject) =>
      unevaluatedProperties === false &&
      [...schemasInPlace(part, context), ...parts].every((each) => !describes(each, name))
    if (parts.some(isUnevaluated)) return `${required} \`unevaluatedProperties: false\` forbids`
    const schemas = [...new Set(parts.flatMap((part) => schemasOf(part, name)))]
    if (schemas.includes(false)) return `${required} is impossible: its schema refuses everything`
    // One alone is looked at where it stands.
    const found = schemas.length > 1 ? inside(schemas) : undefined
    if (found !== undefined) return `${required} is impossible: ${found}`
  }
  return undefined
}

function describes(part: SchemaObject, name: string): boolean {
  return schemasOf(part, name).length > 0
}

function schemasOf(part: SchemaObject, name: string): Schema[] {
  const { properties = {}, patternProperties = {}, additionalProperties: others } = part
  const own = Object.hasOwn(properties, name) ? [properties[name] as Schema] : []
  const matching = Object.entries(patternProperties).flatMap(([pattern, schema]) =>
    new RegExp(pattern, flagsOf(pattern)).test(name) ? [schema] : [],
  )
  const all = [...own, ...matching]
  return all.length > 0 || others === undefined ? all : [others]
}
