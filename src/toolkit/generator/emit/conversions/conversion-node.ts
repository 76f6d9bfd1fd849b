import { append } from '../../../openapi/json-pointer.js'
import type { SchemaLookup } from '../../../openapi/schema/conjuncts.js'
import { schemaNameIn } from '../../../openapi/schema/references.js'
import {
  isInt64Schema,
  ONE_WAY,
  type Schema,
  type SchemaObject,
  SUBTYPES,
  TYPED,
} from '../../../openapi/schema/schema.js'
import type { SchemaContext } from '../../analysis/composition.js'
import { describedBy } from '../../analysis/selected-branches.js'
import type { NamedSchema } from '../../model/model.js'
import { type Code, qualified } from '../../print/code.js'
import type { BranchSchema } from '../validators/compile.js'
import { remainderNodes } from './remainder-nodes.js'

/** Conversions of the values of a schema, as far as its keywords tell. */
export interface ConversionNode {
  readonly int64: boolean
  /** The codec of a typed format. */
  readonly codec: Code | undefined
  /** Names of members that are left out. */
  readonly leftOut: readonly string[]
  /** Name of a schema whose conversions apply as well. */
  readonly ref: string | undefined
  readonly members: ReadonlyMap<string, ConversionNode>
  readonly patterns: readonly (readonly [source: string, node: ConversionNode])[]
  /** For members that neither `members` nor `patterns` names. */
  readonly rest: ConversionNode | undefined
  readonly prefix: readonly (ConversionNode | undefined)[]
  readonly items: ConversionNode | undefined
  readonly all: readonly ConversionNode[]
  /** Conversions that apply if a validator accepts the value. */
  readonly any: readonly (readonly [validator: Code, node: ConversionNode])[]
}

/** Nothing is converted. A member that has it is not among the rest. */
export const NOTHING: ConversionNode = {
  int64: false,
  codec: undefined,
  leftOut: [],
  ref: undefined,
  members: new Map(),
  patterns: [],
  rest: undefined,
  prefix: [],
  items: undefined,
  all: [],
  any: [],
}

interface NodeContext {
  /** Names of schemas with conversions. */
  readonly converted: ReadonlySet<string>
  /** True if int64s become `bigint`s. */
  readonly isBigint: boolean
  readonly schemas: SchemaContext
  /**
   * The validator of an alternative. None: all alternatives are taken to hold.
   */
  readonly validator?: (branch: Omit<BranchSchema, 'name'>) => Code
}

export type Path = readonly (string | number)[]

/** The conversions of a part of a schema; `undefined` if there are none. */
export type NodeAt = (schema: Schema | undefined, path: Path) => ConversionNode | undefined

export function nodeOf(named: NamedSchema, context: NodeContext): ConversionNode {
  const { converted, isBigint, validator, schemas } = context
  const accepts = (path: Path, schema: Schema) =>
    validator?.({ pointer: append(named.pointer, ...path), schema })
  /** A conversion where a value satisfies a schema. */
  const where = (when: Schema, path: Path, node: ConversionNode): ConversionNode => {
    const test = when === true ? undefined : accepts(path, when)
    return test === undefined ? node : { ...NOTHING, any: [[test, node]] }
  }
  const nodeAt: NodeAt = (schema, path) => {
    if (schema === undefined || typeof schema === 'boolean') return undefined
    const all = (schema.allOf ?? []).map((child, index) => nodeAt(child, [...path, 'allOf', index]))
    const any = alternativesOf(schema, schemas.lookup).flatMap(
      ({ path: own, schema: each, when }) => {
        const below = [...path, ...own]
        const node = nodeAt(each, below)
        const test = node && accepts(below, when)
        if (test === undefined) all.push(node)
        return test === undefined || node === undefined ? [] : [[test, node] as const]
      },
    )
    const target = schema.$ref === undefined ? undefined : schemaNameIn(schema.$ref)
    const node = {
      int64: isBigint && isInt64Schema(schema),
      codec: codecOf(schema),
      leftOut: schema[ONE_WAY]?.names ?? [],
      ref: target !== undefined && converted.has(target) ? target : undefined,
      ...memberNodes(schema, path, nodeAt),
      ...itemNodes(schema, path, nodeAt),
      all: [
        ...all.filter((each) => each !== undefined),
        ...remainderNodes(schema, { path, nodeAt, where, schemas }),
      ],
      any,
    }
    if (isNothing(node)) return undefined
    const [only, ...others] = node.all
    return others.length === 0 && isNothing({ ...node, all: [] }) ? only : node
  }
  return nodeAt(named.schema, []) ?? NOTHING
}

function codecOf({ [TYPED]: typed }: SchemaObject): Code | undefined {
  const codec = typed?.codec
  return codec === undefined ? undefined : qualified('codecs', codec)
}

function isNothing({ int64, codec, leftOut, ref, ...nodes }: ConversionNode): boolean {
  const { members, patterns, rest, prefix, items, all, any } = nodes
  const counts = [leftOut, patterns, prefix, all, any].map((each) => each.length)
  const hasParts = members.size > 0 || counts.some((count) => count > 0)
  return (
    !int64 &&
    codec === undefined &&
    !hasParts &&
    ref === undefined &&
    rest === undefined &&
    items === undefined
  )
}

function memberNodes(schema: SchemaObject, path: Path, nodeAt: NodeAt) {
  const rest = nodeAt(schema.additionalProperties, [...path, 'additionalProperties'])
  // A named member is not among the rest, even without conversions of its own.
  const none = rest && NOTHING
  const nodes = (keyword: 'properties' | 'patternProperties') =>
    Object.entries(schema[keyword] ?? {}).flatMap(([name, child]) => {
      const node = nodeAt(child, [...path, keyword, name]) ?? none
      return node === undefined ? [] : [[name, node] as const]
    })
  return { members: new Map(nodes('properties')), patterns: nodes('patternProperties'), rest }
}

function itemNodes(schema: SchemaObject, path: Path, nodeAt: NodeAt) {
  const items = nodeAt(schema.items, [...path, 'items'])
  const first = (schema.prefixItems ?? []).map((child, index) =>
    nodeAt(child, [...path, 'prefixItems', index]),
  )
  // An item that the schema describes is not among the others, like a member.
  const isUsed = items !== undefined || first.some((node) => node !== undefined)
  return { items, prefix: isUsed ? first : [] }
}

/** A subschema that applies to some values only, which satisfy `when`. */
interface Alternative {
  /** Keys from the schema to it. */
  readonly path: Path
  readonly schema: Schema | undefined
  readonly when: Schema
}

/** The subschemas that apply to some values of a schema. */
function alternativesOf(schema: SchemaObject, lookup: SchemaLookup): Alternative[] {
  const test = schema.if as Schema | undefined
  const conditions = [
    ...[['if', test] as const, ['then', test] as const],
    ['else', { not: test as Schema }] as const,
  ]
  const dependents = Object.entries((schema.dependentSchemas ?? {}) as Record<string, Schema>)
  return [
    ...(['anyOf', 'oneOf'] as const).flatMap((keyword) =>
      (schema[keyword] ?? []).map((branch, index) => {
        const when = keyword === 'anyOf' ? describedBy(schema, index, lookup) : branch
        return { path: [keyword, index], schema: branch, when }
      }),
    ),
    ...conditions.flatMap(([keyword, when]) =>
      test === undefined
        ? []
        : { path: [keyword], schema: schema[keyword] as Schema, when: when as Schema },
    ),
    ...(schema[SUBTYPES] ?? []).map((each) => {
      return { path: ['discriminator'], schema: each, when: each }
    }),
    ...dependents.map(([name, each]) => {
      const when = { type: 'object', required: [name] } as const
      return { path: ['dependentSchemas', name], schema: each, when }
    }),
    // It holds for no valid value, but a rounded number might break it, or no longer do so.
    ...(schema.not === undefined
      ? []
      : [{ path: ['not'], schema: schema.not as Schema, when: schema.not as Schema }]),
  ]
}
