import { append } from '../../../openapi/json-pointer.js'
import { conjunctsOf } from '../../../openapi/schema/conjuncts.js'
import { schemaNameIn } from '../../../openapi/schema/references.js'
import {
  isInt64Schema,
  ONE_WAY,
  type Schema,
  type SchemaObject,
  TYPED,
} from '../../../openapi/schema/schema.js'
import { defined } from '../../../shared/defined.js'
import { type SchemaContext, schemasInPlace } from '../../analysis/composition.js'
import type { NamedSchema } from '../../model/model.js'
import { membersNamed } from '../../print/as-const.js'
import { type Code, code, qualified, symbol } from '../../print/code.js'
import type { BranchSchema } from '../validators/compile.js'
import { GUARDED, patternCode } from '../validators/context.js'
import { alternativesOf, type Path } from './alternatives.js'

/** An object of the runtime's type `Conversions`, with code in it, as far as keywords of a schema tell. */
export interface ConversionTable {
  readonly int64?: true
  readonly codec?: Code
  readonly leftOut?: readonly string[]
  readonly ref?: Code
  readonly members?: Readonly<Record<string, ConversionTable>>
  readonly patterns?: readonly (readonly [pattern: Code, table: ConversionTable])[]
  readonly rest?: ConversionTable
  readonly prefix?: readonly (ConversionTable | null)[]
  readonly items?: ConversionTable
  readonly all?: readonly ConversionTable[]
  readonly any?: readonly (readonly [validator: Code, table: ConversionTable])[]
  readonly unevaluated?: readonly [marker: Code, table: ConversionTable]
}

interface TableContext {
  /** Names of schemas with conversions. */
  readonly converted: ReadonlySet<string>
  /** True if int64s become `bigint`s. */
  readonly isBigint: boolean
  readonly schemas: SchemaContext
  /**
   * The validator of an alternative, or its marker of what it evaluates. None: all alternatives are taken to hold.
   */
  readonly branch?: (branch: Omit<BranchSchema, 'name'>) => Code
}

/** The conversions of a part of a schema; `undefined` if there are none. */
type TableAt = (schema: Schema | undefined, path: Path) => ConversionTable | undefined

/** Nothing is converted. A member that has it is not among the rest. */
const NOTHING: ConversionTable = {}

export function tableOf(named: NamedSchema, context: TableContext): ConversionTable {
  const { converted, isBigint, branch, schemas } = context
  const accepts = (path: Path, schema: Schema) =>
    branch?.({ pointer: append(named.pointer, ...path), schema })
  const tableAt: TableAt = (schema, path) => {
    if (schema === undefined || typeof schema === 'boolean') return undefined
    const all = (schema.allOf ?? []).map((each, at) => tableAt(each, [...path, 'allOf', at]))
    const any = alternativesOf(schema, schemas.lookup).flatMap(
      ({ path: own, schema: each, when }) => {
        const below = [...path, ...own]
        const table = tableAt(each, below)
        const test = table && accepts(below, when)
        if (test === undefined) all.push(table)
        return test === undefined || table === undefined ? [] : [[test, table] as const]
      },
    )
    const contained = tableAt(schema.contains, [...path, 'contains'])
    if (contained !== undefined) {
      const test = accepts([...path, 'contains'], schema.contains as Schema)
      all.push({ items: test ? { any: [[test, contained]] } : contained })
    }
    const { own, table: remainder, isFixed } = remainderOf(schema, path, tableAt, schemas)
    const isMarked = remainder !== undefined && !isFixed && branch !== undefined
    if (!isMarked) all.push(remainder)
    const target = schema.$ref === undefined ? '' : schemaNameIn(schema.$ref)
    const { codec } = schema[TYPED] ?? {}
    const marked = { pointer: append(named.pointer, ...path), schema: own, marks: true } as const
    const table = defined({
      int64: isBigint && isInt64Schema(schema) ? (true as const) : undefined,
      codec: codec === undefined ? undefined : qualified('codecs', codec),
      leftOut: listOf(schema[ONE_WAY]?.names ?? []),
      ref: converted.has(target) ? code`() => ${symbol(conversionsName(target))}` : undefined,
      ...memberTables(schema, path, tableAt),
      ...itemTables(schema, path, tableAt),
      all: listOf(all.filter((each) => each !== undefined)),
      any: listOf(any),
      unevaluated: isMarked ? ([branch(marked), remainder] as const) : undefined,
    })
    const keywords = Object.keys(table)
    if (keywords.length === 0) return undefined
    return keywords.join() === 'all' && table.all?.length === 1 ? table.all[0] : table
  }
  return tableAt(named.schema, []) ?? NOTHING
}

/** Name under which `conversions.ts` exports the conversions of a schema as data. */
export function conversionsName(schema: string): string {
  return `conversionsOf${schema}`
}

const listOf = <T>(parts: readonly T[]) => (parts.length > 0 ? parts : undefined)

function memberTables(schema: SchemaObject, path: Path, tableAt: TableAt) {
  const rest = tableAt(schema.additionalProperties, [...path, 'additionalProperties'])
  // A named member is not among the rest, even without conversions of its own.
  const none = rest && NOTHING
  const tables = (keyword: 'properties' | 'patternProperties') =>
    Object.entries(schema[keyword] ?? {}).flatMap(([name, child]) => {
      const table = tableAt(child, [...path, keyword, name]) ?? none
      return table === undefined ? [] : [[name, table] as const]
    })
  return members(tables('properties'), tables('patternProperties'), rest)
}

type NamedTable = readonly [name: string, table: ConversionTable]

function members(
  named: readonly NamedTable[],
  patterns: readonly NamedTable[],
  rest: ConversionTable | undefined,
) {
  return {
    members: named.length > 0 ? membersNamed(Object.fromEntries(named)) : undefined,
    patterns: listOf(
      patterns.map(([source, each]) => [patternCode(source, GUARDED), each] as const),
    ),
    rest,
  }
}

function itemTables(schema: SchemaObject, path: Path, tableAt: TableAt) {
  const items = tableAt(schema.items, [...path, 'items'])
  const first = (schema.prefixItems ?? []).map(
    (child, index) => tableAt(child, [...path, 'prefixItems', index]) ?? null,
  )
  // An item that the schema describes is not among the others, like a member.
  const isUsed = items !== undefined || first.some((table) => table !== null)
  return { prefix: isUsed ? listOf(first) : undefined, items }
}

/**
 * Conversions of the members and items that nothing else of a schema evaluates (JSON Schema Core 2020-12, section 11).
 * What always evaluates some is part of them: `isFixed` if there is nothing else, so that no marker of `own` is needed.
 */
function remainderOf(
  { unevaluatedProperties, unevaluatedItems, ...own }: SchemaObject,
  path: Path,
  tableAt: TableAt,
  context: SchemaContext,
) {
  const sure = conjunctsOf(own, context.lookup)
  const has = (...keywords: string[]) =>
    sure.some((each) => keywords.some((keyword) => each[keyword] !== undefined))
  const member = tableAt(unevaluatedProperties, [...path, 'unevaluatedProperties'])
  const item = tableAt(unevaluatedItems, [...path, 'unevaluatedItems'])
  const rest = has('additionalProperties', 'unevaluatedProperties') ? undefined : member
  const items = has('items', 'unevaluatedItems') ? undefined : item
  const none = (keyword: 'properties' | 'patternProperties') =>
    sure.flatMap((each) => Object.keys(each[keyword] ?? {}).map((name) => [name, NOTHING] as const))
  const length = Math.max(0, ...sure.map(({ prefixItems = [] }) => prefixItems.length))
  const table = defined({
    ...(rest && members(none('properties'), none('patternProperties'), rest)),
    ...(items && { prefix: listOf(Array.from({ length }, () => null)), items }),
  })
  const isFixed = schemasInPlace(own, context).length === sure.length && !has('contains')
  return { own, table: rest || items ? table : undefined, isFixed }
}
