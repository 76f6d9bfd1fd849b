import type { Schema } from '../../model/model.js'
import { type Conjuncts, conjunctsOf } from './conjuncts.js'
import { schemaNamed, type TypeContext } from './type-context.js'

/** What is known of a member of objects that satisfy a schema. */
export interface Member {
  /** Every schema that speaks of it, or `undefined` where only some alternatives do. */
  readonly schema: Schema | undefined
  readonly required: boolean
  /** Whether it is required where it is described too. */
  readonly already?: boolean
  /** The named schema that declares it. */
  readonly from?: string
}

export type Members = ReadonlyMap<string, Member>

/** The members that a schema names, itself, by reference, or in all or some of its alternatives. */
export function membersOf(schema: Schema, context: TypeContext): Members {
  return membersOfAll(conjunctsOf(schema), context)
}

export function membersOfAll({ own, refs, choices }: Conjuncts, context: TypeContext): Members {
  const found = new Map<string, Member>()
  for (const { properties = {}, required = [] } of own) {
    for (const [name, schema] of Object.entries(properties)) {
      add(found, name, { schema, required: required.includes(name) })
    }
  }
  for (const ref of refs) addAll(found, namedMembers(ref, context))
  for (const { branches } of choices) {
    addAll(found, alternatives(branches.map((branch) => membersOf(branch, context))))
  }
  for (const name of own.flatMap(({ required = [] }) => required)) {
    const member = found.get(name)
    if (member) found.set(name, { ...member, required: true, already: member.required })
  }
  return found
}

/** The same for a named schema. */
export function namedMembers(name: string, context: TypeContext): Members {
  const known = context.members.get(name)
  if (known) return known
  context.members.set(name, new Map())
  const members = new Map(
    [...membersOf(schemaNamed(name, context), context)].map(([key, member]) => [
      key,
      { ...member, from: name },
    ]),
  )
  context.members.set(name, members)
  return members
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

function alternatives(branches: readonly Members[]): Members {
  const found = new Map<string, Member[]>()
  for (const [name, member] of branches.flatMap((members) => [...members])) {
    const known = found.get(name)
    if (known) known.push(member)
    else found.set(name, [member])
  }
  return new Map([...found].map(([name, each]) => [name, common(each, branches.length)]))
}

/** A member that some of so many alternatives have. */
function common(each: readonly Member[], count: number): Member {
  const schemas = each.flatMap(({ schema }) => (schema === undefined ? [] : [schema]))
  const schema = schemas.length === count ? { anyOf: schemas } : undefined
  return { schema, required: each.length === count && each.every(({ required }) => required) }
}
