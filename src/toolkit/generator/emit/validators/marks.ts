import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { chosen, hasOwn } from './branches.js'
import { checker, condition, TRUE } from './conditions.js'
import type { Context } from './context.js'
import type { Place } from './place.js'
import { block, type Statement } from './statements.js'
import type { Unit } from './unit.js'

/** What schemas say about members and elements, whatever the value. */
export interface Known {
  readonly names: ReadonlySet<string>
  readonly patterns: ReadonlySet<string>
  readonly everyMember: boolean
  /** How many elements from the start. */
  readonly first: number
}

const OWN = [
  'additionalProperties',
  'contains',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
  'unevaluatedItems',
  'unevaluatedProperties',
]

/** The schemas that may hold for the value of another, and need not. */
function alternatives({ anyOf = [], oneOf = [], ...schema }: SchemaObject): Schema[] {
  const conditional =
    schema.if === undefined ? [] : [schema.if, schema.then ?? true, schema.else ?? true]
  const dependent = Object.values((schema.dependentSchemas ?? {}) as Record<string, Schema>)
  return [...anyOf, ...oneOf, ...(conditional as Schema[]), ...dependent]
}

/** Whether a schema says anything about members or elements of the value that it holds for. */
export function evaluates(context: Context, schema: Schema): schema is SchemaObject {
  if (typeof schema === 'boolean') return false
  if (OWN.some((keyword) => keyword in schema)) return true
  const others = [...(schema.allOf ?? []), ...alternatives(schema)]
  if (others.some((each) => evaluates(context, each))) return true
  return schema.$ref !== undefined && evaluates(context, context.target(schema.$ref))
}

/** What a schema evaluates; `undefined` where that depends on the value. */
export function known(context: Context, schema: Schema): Known | undefined {
  if (typeof schema === 'boolean') return NONE
  const { $ref, allOf = [], contains } = schema
  if (contains !== undefined) return undefined
  if (alternatives(schema).some((each) => evaluates(context, each))) return undefined
  const parts = [...allOf, ...($ref === undefined ? [] : [context.target($ref)])]
  const all = [own(schema), ...parts.map((each) => known(context, each))]
  if (all.includes(undefined)) return undefined
  return (all as Known[]).reduce((sum, each) => ({
    names: new Set([...sum.names, ...each.names]),
    patterns: new Set([...sum.patterns, ...each.patterns]),
    everyMember: sum.everyMember || each.everyMember,
    first: Math.max(sum.first, each.first),
  }))
}

const NONE: Known = { names: new Set(), patterns: new Set(), everyMember: false, first: 0 }

function own(schema: SchemaObject): Known {
  const { properties = {}, patternProperties = {}, prefixItems = [], items } = schema
  const { additionalProperties, unevaluatedProperties, unevaluatedItems } = schema
  return {
    names: new Set(Object.keys(properties)),
    patterns: new Set(Object.keys(patternProperties)),
    everyMember: additionalProperties !== undefined || unevaluatedProperties !== undefined,
    first: items !== undefined || unevaluatedItems !== undefined ? Infinity : prefixItems.length,
  }
}

/** The statements that tell `evaluated` what a schema evaluates that holds for the value. */
export function markStatements(
  unit: Unit,
  schema: Schema,
  place: Place,
  evaluated: string,
): Statement[] {
  if (!evaluates(unit.context, schema)) return []
  const { $ref, allOf = [] } = schema
  const inside = (each: Schema) => markStatements(unit, each, place, evaluated)
  return [
    ...ownMarks(unit, schema, place, evaluated),
    ...($ref !== undefined && evaluates(unit.context, unit.context.target($ref))
      ? [`${unit.marker($ref)}(${place.value}, ${evaluated})`]
      : []),
    ...allOf.flatMap(inside),
    ...(['anyOf', 'oneOf'] as const).flatMap((keyword) =>
      (schema[keyword] ?? []).flatMap((branch, index) => {
        const hint = `${place.hint}_${keyword}${index}`
        return where(() => condition(unit, branch, place, hint).pass, inside(branch))
      }),
    ),
    ...conditionalMarks(unit, schema, place, inside),
    ...Object.entries((schema.dependentSchemas ?? {}) as Record<string, Schema>).flatMap(
      ([name, each]) =>
        where(() => hasOwn(unit, name, { ...place, facts: new Set() }), inside(each)),
    ),
  ]
}

/** Statements behind a test, where there are some. */
function where(test: () => string, body: readonly Statement[]): Statement[] {
  if (body.length === 0) return []
  const pass = test()
  return pass === TRUE.pass ? [...body] : block(`if (${pass})`, body)
}

function conditionalMarks(
  unit: Unit,
  schema: SchemaObject,
  place: Place,
  inside: (schema: Schema) => Statement[],
): Statement[] {
  if (schema.if === undefined) return []
  const body = [...inside(schema.if as Schema), ...inside((schema.then ?? true) as Schema)]
  const otherwise = inside((schema.else ?? true) as Schema)
  return chosen(unit, schema.if as Schema, place, { body, otherwise })
}

function ownMarks(
  unit: Unit,
  schema: SchemaObject,
  { hint }: Place,
  evaluated: string,
): Statement[] {
  const { names, patterns, everyMember, first } = own(schema)
  return [
    ...(everyMember ? [`${evaluated}.everyMember()`] : []),
    ...(!everyMember && names.size > 0 ? [`${evaluated}.names(${unit.names([...names])})`] : []),
    ...(everyMember
      ? []
      : [...patterns].map((each) => `${evaluated}.pattern(${unit.pattern(each)})`)),
    ...(first === Infinity ? [`${evaluated}.everyElement()`] : []),
    ...(first > 0 && first < Infinity ? [`${evaluated}.first(${first})`] : []),
    ...(schema.contains === undefined
      ? []
      : [
          `${evaluated}.contained(${checker(unit, schema.contains as Schema, `${hint}_contains`)})`,
        ]),
  ]
}
