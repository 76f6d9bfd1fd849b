import type { Schema } from '../../openapi/schema/schema.js'
import { grouped, onceFor } from '../shared/collections.js'
import { type Composition, compositionOf, type SchemaContext, schemaNamed } from './composition.js'

/** A member of the objects that satisfy a schema. */
export interface Member {
  /** All of its schemas in one; `undefined` if only some alternatives describe it. */
  readonly schema: Schema | undefined
  readonly required: boolean
  /** True if the schema that describes it requires it too. */
  readonly already?: boolean
  /** Name of the schema that declares it. */
  readonly from?: string
}

export type Members = ReadonlyMap<string, Member>

/** Members that a schema describes: itself, by reference, or in its alternatives. */
export function membersOf(schema: Schema, context: SchemaContext): Members {
  return membersOfAll(compositionOf(schema), context)
}

export function membersOfAll(
  { own, refs, alternatives }: Composition,
  context: SchemaContext,
): Members {
  const found = new Map<string, Member>()
  for (const { properties = {}, required = [] } of own) {
    for (const [name, schema] of Object.entries(properties)) {
      add(found, name, { schema, required: required.includes(name) })
    }
  }
  for (const ref of refs) addAll(found, namedMembers(ref, context))
  for (const { branches } of alternatives) {
    addAll(found, alternativeMembers(branches.map((branch) => membersOf(branch, context))))
  }
  for (const name of own.flatMap(({ required = [] }) => required)) {
    const member = found.get(name)
    if (member) found.set(name, { ...member, required: true, already: member.required })
  }
  return found
}

export function namedMembers(name: string, context: SchemaContext): Members {
  return onceFor(context.members, name, new Map(), () => {
    const own = membersOf(schemaNamed(name, context), context)
    return new Map([...own].map(([key, member]) => [key, { ...member, from: name }]))
  })
}

function addAll(found: Map<string, Member>, members: Members): void {
  for (const [name, member] of members) add(found, name, member)
}

function add(found: Map<string, Member>, name: string, member: Member): void {
  const first = found.get(name)
  if (first === undefined) found.set(name, member)
  else {
    const schemas = [first.schema, member.schema].filter((schema) => schema !== undefined)
    const schema = schemas.length === 2 ? { allOf: schemas } : schemas[0]
    found.set(name, { ...first, schema, required: first.required || member.required })
  }
}

function alternativeMembers(branches: readonly Members[]): Members {
  const found = grouped(branches.flatMap((members) => [...members]))
  return new Map([...found].map(([name, each]) => [name, commonMember(each, branches.length)]))
}

/** One member for those that some of `count` alternatives have. */
function commonMember(each: readonly Member[], count: number): Member {
  const schemas = each.flatMap(({ schema }) => (schema === undefined ? [] : [schema]))
  const schema = schemas.length === count ? { anyOf: schemas } : undefined
  return { schema, required: each.length === count && each.every(({ required }) => required) }
}
