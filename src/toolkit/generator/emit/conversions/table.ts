import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { Code, code, joined } from '../../print/code.js'
import { key } from '../../print/print.js'
import { GUARDED, patternCode } from '../validators/helpers.js'

/** Conversions of a part of a schema; `undefined` if there are none. */
export type PrintPart = (
  schema: Schema | undefined,
  path: readonly (string | number)[],
) => Code | undefined

export const EMPTY = new Code('{}')

export function object(members: readonly (Code | undefined)[]): Code | undefined {
  const some = members.filter((member) => member !== undefined)
  return some.length === 0 ? undefined : code`{ ${joined(some, ', ')} }`
}

/** A member that is a list; none if it would be empty. */
export function list(name: string, parts: readonly (Code | undefined)[]): Code | undefined {
  const some = parts.filter((part) => part !== undefined)
  return some.length === 0 ? undefined : code`${name}: [${joined(some, ', ')}]`
}

/** Conversions of members and items. */
export function childParts(
  schema: SchemaObject,
  path: readonly (string | number)[],
  printPart: PrintPart,
): (Code | undefined)[] {
  const rest = printPart(schema.additionalProperties, [...path, 'additionalProperties'])
  // A named member is not among the rest, even without conversions of its own.
  const none = rest && EMPTY
  const map = (keyword: 'properties' | 'patternProperties') =>
    Object.entries(schema[keyword] ?? {}).flatMap(([name, child]) => {
      const part = printPart(child, [...path, keyword, name]) ?? none
      return part === undefined ? [] : [[name, part] as const]
    })
  const items = printPart(schema.items, [...path, 'items'])
  const members = object(map('properties').map(([name, part]) => code`${key(name)}: ${part}`))
  const patterns = map('patternProperties').map(
    ([pattern, part]) => code`[${patternCode(pattern, GUARDED)}, ${part}]`,
  )
  const first = (schema.prefixItems ?? []).map((child, index) =>
    printPart(child, [...path, 'prefixItems', index]),
  )
  const hasPrefix = first.some((part) => part !== undefined)
  const prefix = first.map((part) => part ?? new Code('null'))
  return [
    members && code`members: ${members}`,
    list('patterns', patterns),
    rest && code`rest: ${rest}`,
    hasPrefix ? list('prefix', prefix) : undefined,
    items && code`items: ${items}`,
  ]
}

/** A subschema that applies to some values only, which satisfy `when`. */
interface Alternative {
  /** Keys from the schema to it. */
  readonly path: readonly (string | number)[]
  readonly schema: Schema | undefined
  readonly when: Schema
}

/** The subschemas that apply to some values of a schema. */
export function alternativesOf(schema: SchemaObject): Alternative[] {
  const test = schema.if as Schema | undefined
  const conditions = [['then', test] as const, ['else', { not: test as Schema }] as const]
  const dependents = Object.entries((schema.dependentSchemas ?? {}) as Record<string, Schema>)
  return [
    ...(['anyOf', 'oneOf'] as const).flatMap((keyword) =>
      (schema[keyword] ?? []).map((branch, index) => {
        return { path: [keyword, index], schema: branch, when: branch }
      }),
    ),
    ...conditions.flatMap(([keyword, when]) =>
      test === undefined
        ? []
        : { path: [keyword], schema: schema[keyword] as Schema, when: when as Schema },
    ),
    ...dependents.map(([name, each]) => {
      const when = { type: 'object', required: [name] } as const
      return { path: ['dependentSchemas', name], schema: each, when }
    }),
  ]
}
