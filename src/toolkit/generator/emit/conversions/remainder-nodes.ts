import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { flagsOf } from '../../../regex/syntax.js'
import type { SchemaContext } from '../../analysis/composition.js'
import {
  evaluates,
  itemPlace,
  memberPlace,
  OTHER_ITEMS,
  OTHER_MEMBERS,
  type Place,
  patternPlace,
  schemasInPlace,
} from '../../analysis/evaluated-places.js'
import { type ConversionNode, NOTHING, type NodeAt, type Path } from './conversion-node.js'

/** What the conversions of a part of a schema are made with. */
interface Making {
  /** Keys from the named schema to the part. */
  readonly path: Path
  readonly nodeAt: NodeAt
  /** A conversion where a value satisfies a schema. */
  readonly where: (when: Schema, path: Path, node: ConversionNode) => ConversionNode
  readonly schemas: SchemaContext
}

/** Conversions of keywords that apply to what other keywords leave: `contains` and `unevaluated…`. */
export function remainderNodes(schema: SchemaObject, making: Making): ConversionNode[] {
  const { path, nodeAt, where } = making
  const at = (keyword: 'contains' | 'unevaluatedItems' | 'unevaluatedProperties') => {
    const below = [...path, keyword]
    const node = nodeAt(schema[keyword], below)
    return node && { node, below }
  }
  const [contained, item, member] = [
    at('contains'),
    at('unevaluatedItems'),
    at('unevaluatedProperties'),
  ]
  return [
    ...(contained
      ? [{ ...NOTHING, items: where(schema.contains as Schema, contained.below, contained.node) }]
      : []),
    ...(item ? unevaluatedItems(schema, item.node, making) : []),
    ...(member ? unevaluatedMembers(schema, member.node, making) : []),
  ]
}

/** `inside`: the conversions of each member. */
function unevaluatedMembers(
  { unevaluatedProperties: _, ...schema }: SchemaObject,
  inside: ConversionNode,
  making: Making,
): ConversionNode[] {
  const all = schemasInPlace(schema, making.schemas)
  const namesIn = (keyword: 'properties' | 'patternProperties') => [
    ...new Set(all.flatMap((each) => Object.keys(each[keyword] ?? {}))),
  ]
  const [names, patterns] = [namesIn('properties'), namesIn('patternProperties')]
  const others: ConversionNode = {
    ...NOTHING,
    members: new Map(names.map((name) => [name, NOTHING])),
    patterns: patterns.map((pattern) => [pattern, NOTHING]),
    rest: inside,
  }
  const at = unevaluatedAt(schema, 'unevaluatedProperties', making)
  return [
    ...names.flatMap((name) =>
      at(memberPlace(name), { ...NOTHING, members: new Map([[name, inside]]) }),
    ),
    ...nameClasses(patterns, names).flatMap(({ patterns: matching, source }) =>
      at(patternPlace(matching), { ...NOTHING, patterns: [[source, inside]] }),
    ),
    ...at(OTHER_MEMBERS, others),
  ]
}

/** `inside`: the conversions of each item; one that `contains` describes is evaluated, too. */
function unevaluatedItems(
  { unevaluatedItems: _, ...schema }: SchemaObject,
  inside: ConversionNode,
  making: Making,
): ConversionNode[] {
  const { path, schemas, where } = making
  const all = schemasInPlace(schema, schemas)
  const contained = schemasInPlace(schema, schemas, true).flatMap(({ contains }): Schema[] =>
    contains === undefined ? [] : [contains],
  )
  const isOther: Schema = contained.length === 0 ? true : { not: { anyOf: contained } }
  const node = where(isOther, [...path, 'unevaluatedItems'], inside)
  const length = Math.max(0, ...all.map(({ prefixItems = [] }) => prefixItems.length))
  const indexes = Array.from({ length }, (_, index) => index)
  const at = unevaluatedAt(schema, 'unevaluatedItems', making)
  return [
    ...indexes.flatMap((index) => {
      const before = indexes.slice(0, index).map(() => undefined)
      return at(itemPlace(index), { ...NOTHING, prefix: [...before, node] })
    }),
    ...at(OTHER_ITEMS, { ...NOTHING, prefix: indexes.map(() => undefined), items: node }),
  ]
}

/** The conversions of a place, where the schema does not evaluate it. */
function unevaluatedAt(
  schema: SchemaObject,
  keyword: string,
  { path, where, schemas }: Making,
): (place: Place, node: ConversionNode) => ConversionNode[] {
  return (place, node) => {
    const evaluated = evaluates(schema, place, schemas)
    if (evaluated === true) return []
    const when = evaluated === false ? true : { not: evaluated }
    return [where(when, [...path, keyword], node)]
  }
}

/** Names that the same patterns match, and the pattern of just these names. */
interface NameClass {
  readonly patterns: readonly string[]
  readonly source: string
}

/** Most patterns of which each combination is a class; of more, each pattern is one. */
const MAX_PATTERNS = 6

/** Classes of all names that a pattern matches, without these names. */
export function nameClasses(patterns: readonly string[], names: readonly string[]): NameClass[] {
  const combined =
    patterns.length > MAX_PATTERNS ? patterns.map((each) => [each]) : subsets(patterns)
  return combined.map((all) => {
    const others =
      patterns.length > MAX_PATTERNS ? [] : patterns.filter((each) => !all.includes(each))
    const except = names.filter((name) => all.every((pattern) => matches(pattern, name)))
    return { patterns: all, source: sourceOf(all, others, except) }
  })
}

function subsets(patterns: readonly string[]): string[][] {
  const all: string[][] = [[]]
  for (const pattern of patterns) all.push(...all.map((each) => [...each, pattern]))
  return all.slice(1)
}

function matches(pattern: string, name: string): boolean {
  return new RegExp(pattern, flagsOf(pattern)).test(name)
}

/** A pattern of the names that all patterns match, and none of the others. */
function sourceOf(
  all: readonly string[],
  others: readonly string[],
  except: readonly string[],
): string {
  const [only] = all
  if (only !== undefined && all.length + others.length + except.length === 1) return only
  const inside = (pattern: string) => `[\\s\\S]*?(?:${pattern})`
  return [
    '^',
    ...all.map((pattern) => `(?=${inside(pattern)})`),
    ...others.map((pattern) => `(?!${inside(pattern)})`),
    ...except.map((name) => `(?!${escaped(name)}$)`),
  ].join('')
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
