import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import type { Targets } from '../validators/context.js'
import { valueLists } from '../validators/narrow.js'

/** The values that have parts. */
export type Kind = 'array' | 'object'

const WORDS: Readonly<Record<Kind, readonly string[]>> = {
  array: ['contains', 'items', 'maxItems', 'minItems', 'prefixItems', 'unevaluatedItems'],
  object: [
    'additionalProperties',
    'dependentRequired',
    'dependentSchemas',
    'maxProperties',
    'minProperties',
    'patternProperties',
    'properties',
    'propertyNames',
    'required',
    'unevaluatedProperties',
  ],
}

/** How far references are followed. */
const DEPTH = 8

/** Whether a schema is about values of a kind: it may accept one, and says nothing of the other alone. */
export function isAbout(schema: Schema, kind: Kind, context: Targets, depth = DEPTH): boolean {
  if (typeof schema === 'boolean' || depth === 0) return schema !== false
  const { $ref, allOf = [], anyOf, oneOf } = schema
  const inside = (each: Schema) => isAbout(each, kind, context, depth - 1)
  const all = [...allOf, ...($ref === undefined ? [] : [context.target($ref)])]
  const isWithin = all.every(inside) && [anyOf, oneOf].every((some) => some?.some(inside) ?? true)
  return isWithin && isItselfAbout(schema, kind)
}

/** The same of what stands in the schema itself. */
export function isItselfAbout(schema: SchemaObject, kind: Kind): boolean {
  const { type } = schema
  if (type !== undefined && ![type].flat().includes(kind)) return false
  if (type === undefined && isAboutOther(schema, kind)) return false
  return valueLists(schema).every((list) => list.some((value) => kindOf(value) === kind))
}

function isAboutOther(schema: SchemaObject, kind: Kind): boolean {
  const speaksOf = (each: Kind) => WORDS[each].some((word) => word in schema)
  return speaksOf(kind === 'array' ? 'object' : 'array') && !speaksOf(kind)
}

function kindOf(value: unknown): Kind | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return Array.isArray(value) ? 'array' : 'object'
}

/** The names of members that are described beside a schema. */
export interface Around {
  readonly all: readonly string[]
  /** Those of named schemas, which are described there in any case. */
  readonly byReference: readonly string[]
}

export const NOTHING: Around = { all: [], byReference: [] }

/** What is around the parts of a schema: the members that it names whatever the value is. */
export function within(schema: SchemaObject, around: Around, context: Targets): Around {
  return {
    all: [...around.all, ...namesIn(schema, context, DEPTH)],
    byReference: [...around.byReference, ...referredIn(schema, context, DEPTH)],
  }
}

function namesIn(schema: Schema, context: Targets, depth: number): string[] {
  if (typeof schema === 'boolean' || depth === 0) return []
  const { properties = {}, allOf = [], $ref } = schema
  const others = [...allOf, ...($ref === undefined ? [] : [context.target($ref)])]
  const inside = others.flatMap((each) => namesIn(each, context, depth - 1))
  return [...Object.keys(properties), ...inside]
}

function referredIn(schema: Schema, context: Targets, depth: number): string[] {
  if (typeof schema === 'boolean' || depth === 0) return []
  const { $ref, allOf = [] } = schema
  return [
    ...($ref === undefined ? [] : namesIn(context.target($ref), context, depth)),
    ...allOf.flatMap((each) => referredIn(each, context, depth - 1)),
  ]
}

/** The members that a schema asks for, wherever they are described. */
export function askedIn({ required = [], ...schema }: SchemaObject): string[] {
  const dependent = (schema.dependentRequired ?? {}) as Readonly<Record<string, string[]>>
  return [...required, ...Object.entries(dependent).flat(2)]
}
