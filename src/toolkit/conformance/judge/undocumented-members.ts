import { below as pointerBelow } from '../../openapi/json-pointer.js'
import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import { type Schema, type SchemaObject, SUBTYPES } from '../../openapi/schema/schema.js'
import { flagsOf } from '../../regex/syntax.js'
import type { TestedContract } from '../document/contract.js'

/** Most places of a value that are looked at. */
const MOST = 2_000

/**
 * JSON pointers of members that no schema names, where one names others. A schema without
 * `additionalProperties` accepts them, but no client knows what they are: passwords and internal ids leak so.
 */
export function undocumentedMembers(
  contract: TestedContract,
  schema: Schema,
  value: unknown,
): readonly string[] {
  const found: string[] = []
  let visits = 0
  const visit = (schemas: readonly Schema[], part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null || visits++ > MOST) return
    const [only] = schemas
    const { all, members } =
      schemas.length === 1 && only !== undefined
        ? description(contract, only, part)
        : { all: schemas.flatMap((each) => description(contract, each, part).all), members: NONE }
    if (Array.isArray(part)) {
      const isSame = all.every(({ prefixItems }) => prefixItems === undefined)
      const first = itemsOf(all, 0)
      for (const [index, item] of part.entries())
        visit(isSame ? first : itemsOf(all, index), item, `${path}/${index}`)
      return
    }
    for (const [name, member] of Object.entries(part)) {
      const below = members.get(name) ?? membersOf(all, name)
      if (below === undefined) found.push(pointerBelow(path, name))
      else if (typeof member === 'object') visit(below, member, pointerBelow(path, name))
    }
  }
  visit([schema], value, '')
  return found
}

export function memberAt(
  value: unknown,
  pointer: string,
): { readonly name: string; readonly value: unknown } {
  const names = pointer
    .split('/')
    .slice(1)
    .map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'))
  const found = names.reduce<unknown>((each, name) => Object(each)[name], value)
  return { name: names.at(-1) ?? '', value: found }
}

interface Description {
  /** All schemas that describe a value. */
  readonly all: readonly SchemaObject[]
  /** The schemas of members, as far as they are known already. */
  readonly members: ReadonlyMap<string, readonly Schema[]>
}

const NONE: Description['members'] = new Map()

/** Schemas without branches describe each value alike: what is found of them once is kept. */
const plain = new WeakMap<object, Description>()

/** What a schema says of a value: branches that refuse it say nothing. */
function description(contract: TestedContract, schema: Schema, value: unknown): Description {
  const known = typeof schema === 'object' ? plain.get(schema) : undefined
  if (known !== undefined) return known
  const all = conjunctsOf(schema, contract.target)
  if (all.some(hasBranches))
    return { all: all.flatMap((each) => withBranches(contract, each, value)), members: NONE }
  const names = all.flatMap(({ properties = {} }) => Object.keys(properties))
  const members = new Map(names.map((name) => [name, membersOf(all, name) ?? []]))
  if (typeof schema === 'object') plain.set(schema, { all, members })
  return { all, members }
}

function hasBranches({ anyOf, oneOf, if: condition, dependentSchemas, ...each }: SchemaObject) {
  return [anyOf, oneOf, condition, dependentSchemas, each[SUBTYPES]].some(
    (keyword) => keyword !== undefined,
  )
}

function withBranches(
  contract: TestedContract,
  each: SchemaObject,
  value: unknown,
): readonly SchemaObject[] {
  const { verdicts } = contract
  const { anyOf = [], oneOf = [], if: condition, then = true, else: otherwise = true } = each
  const branches = [...anyOf, ...oneOf].filter((branch) => verdicts.accepts(branch, value))
  const chosen =
    condition === undefined ? [] : [verdicts.accepts(condition, value) ? then : otherwise]
  const dependent = Object.values(each.dependentSchemas ?? {})
  const conditions = condition === undefined ? [] : [condition]
  // What inherits from the schema adds members to it.
  const subtypes = (each[SUBTYPES] ?? []).filter((branch) => verdicts.accepts(branch, value))
  const below = [...branches, ...chosen, ...dependent, ...conditions, ...subtypes]
  return [each, ...below.flatMap((branch) => description(contract, branch, value).all)]
}

function itemsOf(all: readonly SchemaObject[], index: number): Schema[] {
  return all.flatMap(({ prefixItems = [], items, contains, unevaluatedItems }) => [
    ...(index < prefixItems.length
      ? [prefixItems[index] as Schema]
      : items === undefined
        ? []
        : [items]),
    ...[contains ?? [], unevaluatedItems ?? []].flat(),
  ])
}

/** What a schema says of members, in the form in which it is asked for. */
interface MemberRules {
  readonly properties: Readonly<Record<string, Schema>>
  readonly patterns: readonly (readonly [pattern: RegExp, inside: Schema])[]
  readonly required: ReadonlySet<string>
  /** The schemas of all other members. */
  readonly rest: readonly Schema[]
  readonly hasNames: boolean
}

const rules = new WeakMap<SchemaObject, MemberRules>()

function rulesOf(schema: SchemaObject): MemberRules {
  const known = rules.get(schema)
  if (known !== undefined) return known
  const { properties = {}, patternProperties = {}, required = [] } = schema
  const rest = [schema.additionalProperties, schema.unevaluatedProperties]
  const made: MemberRules = {
    properties,
    patterns: Object.entries(patternProperties).map(([pattern, inside]) => {
      return [new RegExp(pattern, flagsOf(pattern)), inside] as const
    }),
    required: new Set(required),
    rest: rest.filter((each) => each !== undefined),
    hasNames: Object.keys(properties).length > 0,
  }
  rules.set(schema, made)
  return made
}

/** The schemas of a member; `undefined` for one without a name where others have names. */
function membersOf(all: readonly SchemaObject[], name: string): Schema[] | undefined {
  const own: Schema[] = []
  const others: Schema[] = []
  let hasNames = false
  let isNamed = false
  for (const each of all) {
    const { properties, patterns, required, rest, ...known } = rulesOf(each)
    hasNames ||= known.hasNames
    if (Object.hasOwn(properties, name)) own.push(properties[name] as Schema)
    for (const [pattern, inside] of patterns) if (pattern.test(name)) own.push(inside)
    isNamed ||= own.length > 0 || required.has(name)
    others.push(...rest)
  }
  if (isNamed) return own
  if (others.length > 0 || !hasNames) return others
  return undefined
}
