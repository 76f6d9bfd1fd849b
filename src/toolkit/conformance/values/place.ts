import { isObject } from '../../openapi/json.js'
import { append } from '../../openapi/json-pointer.js'
import { schemaNameIn } from '../../openapi/schema/references.js'
import { type Schema, type SchemaObject, SUBTYPES } from '../../openapi/schema/schema.js'
import { flagsOf } from '../../regex/syntax.js'
import type { TestedContract } from '../document/contract.js'
import type { ValuePath } from './path.js'

/** A schema that a value has to satisfy, with its pointer in the document. */
export interface Rule {
  readonly schema: SchemaObject
  readonly pointer: string
}

/** A part of a valid value, with all schemas that apply to it. */
export interface ValuePlace {
  readonly path: ValuePath
  /** The path with `*` for items and for the entries of maps. */
  readonly pattern: string
  readonly value: unknown
  readonly rules: readonly Rule[]
}

/** A schema with its pointer, which need not be an object. */
export interface PlacedSchema {
  readonly schema: Schema
  readonly pointer: string
}

/** Deepest places that have cases of their own. */
const DEEPEST = 7

/** All parts of a valid value; of the items of an array, those with a schema of their own. */
export function placesOf(
  contract: TestedContract,
  root: PlacedSchema,
  value: unknown,
): readonly ValuePlace[] {
  const found: ValuePlace[] = []
  const visit = (
    schemas: readonly PlacedSchema[],
    part: unknown,
    path: ValuePath,
    pattern: string,
  ): void => {
    const rules = [
      ...new Map(
        schemas.flatMap((each) => rulesAt(contract, each, part)).map((rule) => [rule.schema, rule]),
      ).values(),
    ]
    found.push({ path, pattern, value: part, rules })
    if (path.length >= DEEPEST) return
    if (Array.isArray(part)) {
      for (const [index, item] of part.entries()) {
        const below = itemSchemas(rules, index)
        if (index === 0 || below.isPrefix)
          visit(below.schemas, item, [...path, index], `${pattern}/${below.isPrefix ? index : '*'}`)
      }
    } else if (isObject(part)) {
      for (const [name, member] of Object.entries(part)) {
        visit(
          memberSchemas(rules, name),
          member,
          [...path, name],
          `${pattern}/${isNamed(rules, name) ? name : '*'}`,
        )
      }
    }
  }
  visit([root], value, [], '')
  return found
}

export function isNamed(rules: readonly Rule[], name: string): boolean {
  return rules.some(({ schema }) => Object.hasOwn(schema.properties ?? {}, name))
}

/** All schemas that apply to a value: branches only if they accept it. */
export function rulesAt(
  contract: TestedContract,
  { schema, pointer }: PlacedSchema,
  value: unknown,
): Rule[] {
  if (typeof schema === 'boolean') return []
  const { $ref, allOf = [], anyOf = [], oneOf = [], dependentSchemas = {} } = schema
  const at = (...keys: string[]) => append(pointer, ...keys)
  const accepted = (keyword: string, branches: readonly Schema[]) =>
    branches.flatMap((branch, index): PlacedSchema[] =>
      contract.verdicts.accepts(branch, value)
        ? [{ schema: branch, pointer: at(keyword, String(index)) }]
        : [],
    )
  const below: PlacedSchema[] = [
    ...($ref === undefined
      ? []
      : [{ schema: contract.target($ref), pointer: contract.pointerOf(schemaNameIn($ref)) }]),
    ...allOf.map((part, index) => ({ schema: part, pointer: at('allOf', String(index)) })),
    ...accepted('anyOf', anyOf),
    ...accepted('oneOf', oneOf),
    ...(schema[SUBTYPES] ?? [])
      .filter((each) => contract.verdicts.accepts(each, value))
      .map((each) => ({ schema: each, pointer })),
    ...conditional(contract, schema, pointer, value),
    ...Object.entries(dependentSchemas).flatMap(([name, part]): PlacedSchema[] =>
      Object.hasOwn(Object(value), name)
        ? [{ schema: part, pointer: at('dependentSchemas', name) }]
        : [],
    ),
  ]
  return [{ schema, pointer }, ...below.flatMap((each) => rulesAt(contract, each, value))]
}

function conditional(
  { verdicts }: TestedContract,
  { if: condition, then = true, else: otherwise = true }: SchemaObject,
  pointer: string,
  value: unknown,
): PlacedSchema[] {
  if (condition === undefined) return []
  return verdicts.accepts(condition, value)
    ? [{ schema: then, pointer: append(pointer, 'then') }]
    : [{ schema: otherwise, pointer: append(pointer, 'else') }]
}

/** The schemas of an item, and whether they are those of its index only. */
export function itemSchemas(
  rules: readonly Rule[],
  index: number,
): { readonly schemas: readonly PlacedSchema[]; readonly isPrefix: boolean } {
  let isPrefix = false
  const schemas = rules.flatMap(({ schema, pointer }): PlacedSchema[] => {
    const { prefixItems = [], items } = schema
    const own = prefixItems[index]
    if (own !== undefined) {
      isPrefix = true
      return [{ schema: own, pointer: append(pointer, 'prefixItems', String(index)) }]
    }
    return items === undefined ? [] : [{ schema: items, pointer: append(pointer, 'items') }]
  })
  return { schemas, isPrefix }
}

/** The schemas of a member: by its name, by patterns, or of the rest. */
export function memberSchemas(rules: readonly Rule[], name: string): PlacedSchema[] {
  return rules.flatMap(({ schema, pointer }): PlacedSchema[] => {
    const { properties = {}, patternProperties = {}, additionalProperties: rest } = schema
    const own: PlacedSchema[] = Object.entries(patternProperties).flatMap(([pattern, inside]) =>
      new RegExp(pattern, flagsOf(pattern)).test(name)
        ? [{ schema: inside, pointer: append(pointer, 'patternProperties', pattern) }]
        : [],
    )
    if (Object.hasOwn(properties, name)) {
      const inside = properties[name] as Schema
      own.push({ schema: inside, pointer: append(pointer, 'properties', name) })
    }
    if (own.length > 0 || rest === undefined) return own
    return [{ schema: rest, pointer: append(pointer, 'additionalProperties') }]
  })
}

/** The values of a keyword at a place, with their pointers. */
export function keywordsAt<Keyword extends keyof SchemaObject & string>(
  { rules }: ValuePlace,
  keyword: Keyword,
): { readonly value: NonNullable<SchemaObject[Keyword]>; readonly pointer: string }[] {
  return rules.flatMap(({ schema, pointer }) =>
    Object.hasOwn(schema, keyword)
      ? [{ value: schema[keyword] as never, pointer: append(pointer, keyword) }]
      : [],
  )
}

/** The counts that a keyword limits a place by; a least of 0 limits nothing. */
export function countsAt(
  place: ValuePlace,
  keyword: string,
): { readonly count: number; readonly pointer: string }[] {
  const counts = keywordsAt(place, keyword).map(({ value, pointer }) => {
    return { count: Number(value), pointer }
  })
  return keyword.startsWith('min') ? counts.filter(({ count }) => count > 0) : counts
}

/** The JSON types that a place allows; all where none is named. */
export function typesAt(place: ValuePlace): ReadonlySet<string> {
  const all = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
  const named = keywordsAt(place, 'type').map(({ value }) => [value].flat() as string[])
  const allowed = all.filter((type) =>
    named.every(
      (types) => types.includes(type) || (type === 'integer' && types.includes('number')),
    ),
  )
  return new Set(allowed)
}
