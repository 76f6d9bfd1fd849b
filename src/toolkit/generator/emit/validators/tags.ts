import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { literal, quote } from '../../print/print.js'
import { hasOwn } from './branches.js'
import { condition } from './conditions.js'
import type { Targets } from './context.js'
import { refuseUnless } from './logic.js'
import { typesOf, valueLists } from './narrow.js'
import type { Place } from './place.js'
import { block, REFUSE, type Statement } from './statements.js'
import type { Unit } from './unit.js'

/** The texts that a member must be one of, by the member's name. */
type Tags = ReadonlyMap<string, readonly string[]>

/** How far references are followed in search of a tag. */
const DEPTH = 8

/**
 * The statements of a union whose branches a member tells apart: one branch is asked, and where the
 * value has no such member, `plain` decides. No other branch can hold, so that the verdict is the same.
 */
export function dispatch(
  unit: Unit,
  schema: SchemaObject,
  keyword: 'anyOf' | 'oneOf',
  place: Place,
  plain: (branches: readonly Schema[]) => Statement[],
): Statement[] {
  const branches = schema[keyword] as readonly Schema[]
  const tag = place.facts.has('object') ? tagOf(unit.context, branches, schema) : undefined
  if (tag === undefined) return plain(branches)
  const others = branches.map((branch) => known(branch, tag.name))
  const cases = others.flatMap((branch, index) => {
    const values = tag.values[index]
    if (values === undefined) return []
    const test = condition(unit, branch, place, `${place.hint}_${keyword}${index}`)
    const heads = values.map((value) => `case ${literal(value)}:`)
    const body = [refuseUnless(test), 'break']
    return [...heads.slice(0, -1), { head: heads.at(-1) as string, body }]
  })
  const head = `switch (${place.value}[${quote(tag.name)}])`
  const last = { head: 'default:', body: [REFUSE] }
  const isPossible = (each: Schema) => !demands(unit.context, each, tag.name, DEPTH)
  const otherwise = plain(others.map((each) => isPossible(each) && each))
  return [
    {
      head: `if (${hasOwn(unit, tag.name, place)})`,
      body: block(head, [...cases, last]),
      otherwise,
    },
  ]
}

/** A branch without what it says of the tag alone: of a value that gets there that is known. */
function known(branch: Schema, name: string): Schema {
  const { properties, ...rest } = Object(branch) as SchemaObject
  const names = Object.keys(properties ?? {})
  const words = Object.keys(Object(properties?.[name]))
  const isKnown = names.join() === name && words.join() === 'enum'
  const isClosed = rest.additionalProperties ?? rest.unevaluatedProperties
  return isKnown && isClosed === undefined ? rest : branch
}

/** The member that tells branches apart, and the values that it has in each that accepts objects. */
export function tagOf(
  context: Targets,
  branches: readonly Schema[],
  { discriminator }: SchemaObject,
): { name: string; values: readonly (readonly string[] | undefined)[] } | undefined {
  const tags = branches.map((branch) =>
    acceptsObjects(context, branch, DEPTH) ? tagsOf(context, branch, DEPTH) : undefined,
  )
  const [first, ...more] = tags.filter((tag) => tag !== undefined)
  if (first === undefined || more.length === 0) return undefined
  const { propertyName } = (discriminator ?? {}) as { propertyName?: string }
  const names = [...(propertyName === undefined ? [] : [propertyName]), ...first.keys()]
  const name = names.find((each) => tellsApart([first, ...more].map((tag) => tag.get(each))))
  if (name === undefined) return undefined
  return { name, values: tags.map((tag) => tag?.get(name)) }
}

/** Whether a schema may accept an object: `false` only where none can be. */
function acceptsObjects(context: Targets, schema: Schema, depth: number): boolean {
  if (typeof schema === 'boolean' || depth === 0) return schema !== false
  const { $ref, allOf = [] } = schema
  const isTyped = typesOf(schema)?.includes('object') ?? true
  const others = [...allOf, ...($ref === undefined ? [] : [context.target($ref)])]
  return isTyped && others.every((other) => acceptsObjects(context, other, depth - 1))
}

function tellsApart(values: readonly (readonly string[] | undefined)[]): boolean {
  if (values.some((each) => each === undefined || each.length === 0)) return false
  const all = values.flat()
  return new Set(all).size === all.length
}

/** The tags of a schema, its own and those of what must hold too. */
function tagsOf(context: Targets, schema: Schema, depth: number): Tags {
  const tags = new Map<string, readonly string[]>()
  if (typeof schema === 'boolean' || depth === 0) return tags
  const { $ref, allOf = [], properties = {} } = schema
  for (const [name, member] of Object.entries(properties)) {
    const values = typeof member === 'object' ? valueLists(member)[0] : undefined
    const texts = values?.filter((value) => typeof value === 'string')
    if (texts !== undefined && texts.length === values?.length) tags.set(name, [...new Set(texts)])
  }
  const others = [...allOf, ...($ref === undefined ? [] : [context.target($ref)])]
  for (const other of others) {
    for (const [name, values] of tagsOf(context, other, depth - 1)) {
      if (!tags.has(name)) tags.set(name, values)
    }
  }
  return tags
}

/** Whether a schema accepts nothing but objects that have this member. */
export function demands(context: Targets, schema: Schema, name: string, depth: number): boolean {
  if (typeof schema === 'boolean' || depth === 0) return false
  const { $ref, allOf = [], type, required = [] } = schema
  if (type === 'object' && required.includes(name)) return true
  const others = [...allOf, ...($ref === undefined ? [] : [context.target($ref)])]
  return others.some((other) => demands(context, other, name, depth - 1))
}
