import { schemaNameIn } from '../../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { key, quote } from '../../print/print.js'
import { GUARDED } from '../conversions/conversions.js'
import type { Targets } from '../validators/context.js'
import { patternCode } from '../validators/pattern.js'
import { askedIn, isAbout, isItselfAbout, NOTHING, within } from './about.js'
import { ANY, naming, type Printed, plain, together } from './printed.js'
import { union } from './union.js'

/** Where a schema stands below the named one. */
export type Path = readonly (string | number)[]

/** What serializers are printed with. */
export interface Printing {
  readonly context: Targets
  /** The serializer of a named schema. */
  readonly ref: (name: string) => string
  /** The validator of a branch. */
  readonly accepts: (schema: Schema, path: Path) => string
}

const SCALARS: Readonly<Record<string, string>> = {
  boolean: 'json.boolean',
  integer: 'json.number',
  number: 'json.number',
  string: 'json.string',
}

/** What prints the values of a schema, and tells which members it names. */
export function serializerOf(
  schema: Schema,
  path: Path,
  printing: Printing,
  around = NOTHING,
): Printed {
  if (typeof schema === 'boolean') return ANY
  // Most schemas are of scalars, and say nothing of members.
  if (typeof schema.type === 'string' && schema.type in SCALARS) return scalarPart(schema)
  const { context } = printing
  const inside = within(schema, around, context)
  const parts = [
    scalarPart(schema),
    objectPart(schema, path, printing, new Set(inside.byReference)),
    arrayPart(schema, path, printing),
    reference(schema, printing),
    ...(schema.allOf ?? []).map((each, index) =>
      serializerOf(each, [...path, 'allOf', index], printing, inside),
    ),
    ...(['anyOf', 'oneOf'] as const).map((keyword) => union(schema, keyword, path, printing)),
    ...conditions(schema, path, printing),
    { ...ANY, asked: askedIn(schema) },
  ]
  return together(parts, new Set(inside.all))
}

/** Of types with null, what prints all others. */
function scalarPart({ type }: SchemaObject): Printed {
  const printers = new Set([type ?? []].flat().filter((each) => each !== 'null'))
  const [only, ...others] = new Set([...printers].map((each) => SCALARS[each]))
  return only === undefined || others.length > 0 ? ANY : plain(only)
}

/** What the schema says of members itself, unless it names none but those of a named schema. */
function objectPart(
  schema: SchemaObject,
  path: Path,
  printing: Printing,
  beside: ReadonlySet<string>,
): Printed {
  const { properties = {}, patternProperties = {} } = schema
  if (!isItselfAbout(schema, 'object')) return ANY
  const inside = (each: Schema, ...own: Path) => serializerOf(each, [...path, ...own], printing)
  const members = Object.entries(properties).map(
    ([name, each]) => [name, inside(each, 'properties', name)] as const,
  )
  const patterns = Object.entries(patternProperties).map(
    ([pattern, each]) =>
      `[${patternCode(pattern, GUARDED)}, ${inside(each, 'patternProperties', pattern).text}]`,
  )
  const rest = REST.find((keyword) => (schema[keyword] ?? false) !== false)
  const others = [
    ...(patterns.length === 0 ? [] : [`patterns: [${patterns.join(', ')}]`]),
    ...(rest === undefined ? [] : [`rest: ${inside(schema[rest] as Schema, rest).text}`]),
  ]
  if (others.length === 0 && members.every(([name, each]) => beside.has(name) && !each.names)) {
    return ANY
  }
  const entries = members.map(([name, { text }]) => `${key(name)}: ${text}`)
  const named = entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
  return naming(`json.object(${[named, ...braces(others)].join(', ')})`)
}

const REST = ['additionalProperties', 'unevaluatedProperties'] as const

function braces(entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`{ ${entries.join(', ')} }`]
}

function arrayPart(schema: SchemaObject, path: Path, printing: Printing): Printed {
  const { type, items, unevaluatedItems, prefixItems = [] } = schema
  if (!isItselfAbout(schema, 'array')) return ANY
  const inside = (each: Schema, ...own: Path) => serializerOf(each, [...path, ...own], printing)
  const item = inside(
    (items ?? unevaluatedItems ?? true) as Schema,
    items === undefined ? 'unevaluatedItems' : 'items',
  )
  const prefix = prefixItems.map((each, index) => inside(each, 'prefixItems', index))
  const first = prefix.map(({ text }) => text).join(', ')
  const text = `json.array(${item.text}${first === '' ? '' : `, [${first}]`})`
  if ([item, ...prefix].some(({ names }) => names)) return naming(text)
  return type === 'array' ? plain(text) : ANY
}

function reference({ $ref }: SchemaObject, { ref, context }: Printing): Printed {
  if ($ref === undefined) return ANY
  const target = context.target($ref)
  const hasParts = isAbout(target, 'object', context) || isAbout(target, 'array', context)
  const text = ref(schemaNameIn($ref))
  return hasParts ? naming(text) : plain(text)
}

/** `if`, whose members are named whatever comes of it, and `dependentSchemas`. */
function conditions(schema: SchemaObject, path: Path, printing: Printing): Printed[] {
  const { if: test, dependentSchemas = {} } = schema
  const inside = (each: unknown, ...own: Path) =>
    serializerOf((each ?? true) as Schema, [...path, ...own], printing)
  const dependents = Object.entries(dependentSchemas as Readonly<Record<string, Schema>>).map(
    ([name, each]) => {
      const printed = inside(each, 'dependentSchemas', name)
      return printed.names ? naming(`json.ifPresent(${quote(name)}, ${printed.text})`) : printed
    },
  )
  if (test === undefined) return dependents
  const [then, otherwise] = [inside(schema.then, 'then'), inside(schema.else, 'else')]
  if (!then.names && !otherwise.names) return [inside(test, 'if'), then, otherwise, ...dependents]
  const accepts = printing.accepts(test as Schema, [...path, 'if'])
  const chosen = naming(`json.conditional(${accepts}, ${then.text}, ${otherwise.text})`)
  return [inside(test, 'if'), chosen, ...dependents]
}
