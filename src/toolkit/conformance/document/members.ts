import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import { ONE_WAY, type Schema, type SchemaObject } from '../../openapi/schema/schema.js'
import type { TestedContract } from './contract.js'

/** Most schemas on the way to a member. */
const DEEPEST = 6

/** The schemas of an object's parts: of all that it satisfies, and of its branches. */
export function partsOf(
  contract: TestedContract,
  schema: Schema,
  depth = 0,
): readonly SchemaObject[] {
  if (depth > DEEPEST) return []
  return conjunctsOf(schema, contract.target).flatMap((each) => [
    each,
    ...branchesOf(each).flatMap((branch) => partsOf(contract, branch, depth + 1)),
  ])
}

function branchesOf({ anyOf = [], oneOf = [], dependentSchemas = {}, ...rest }: SchemaObject) {
  const { then: chosen = true, else: otherwise = true } = rest
  return [...anyOf, ...oneOf, chosen, otherwise, ...Object.values(dependentSchemas)]
}

export function membersOf(
  contract: TestedContract,
  schema: Schema | undefined,
): ReadonlyMap<string, Schema> {
  return namedBy(schema === undefined ? [] : partsOf(contract, schema))
}

/** The members that schemas name: of each name, the first. */
export function namedBy(schemas: readonly SchemaObject[]): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>()
  for (const { properties = {} } of schemas) {
    for (const [name, each] of Object.entries(properties))
      if (!found.has(name)) found.set(name, each)
  }
  return found
}

/** The members that all values of a schema have to have, in one branch of it at least. */
export function requiredOf(contract: TestedContract, schema: Schema): ReadonlySet<string> {
  return new Set(partsOf(contract, schema).flatMap(({ required = [] }) => required))
}

/** Names of members that clients do not set (3.1, section 4.8.24.4.1). */
export function readOnlyOf(contract: TestedContract, schema: Schema): ReadonlySet<string> {
  return oneWay(contract, schema, 'readOnly')
}

/** Names of members that responses do not have. */
export function writeOnlyOf(contract: TestedContract, schema: Schema): ReadonlySet<string> {
  return oneWay(contract, schema, 'writeOnly')
}

function oneWay(
  contract: TestedContract,
  schema: Schema,
  keyword: 'readOnly' | 'writeOnly',
): ReadonlySet<string> {
  const names = partsOf(contract, schema).flatMap((each) => {
    const left = each[ONE_WAY]?.keyword === keyword ? each[ONE_WAY].names : []
    const own = Object.entries(each.properties ?? {}).filter(([, member]) =>
      hasKeyword(contract, member, keyword),
    )
    return [...left, ...own.map(([name]) => name)]
  })
  return new Set(names)
}

function hasKeyword(contract: TestedContract, schema: Schema, keyword: string): boolean {
  return conjunctsOf(schema, contract.target).some((each) => each[keyword] === true)
}

/** The types that a schema names, but for `null`; none if it names none. */
export function typesOf(contract: TestedContract, schema: Schema): readonly string[] {
  return [...namedTypes(contract, schema)].filter((each) => each !== 'null')
}

/** All types that a schema names: what is found once is kept. */
export function namedTypes(contract: TestedContract, schema: Schema): ReadonlySet<string> {
  if (typeof schema !== 'object') return NO_TYPES
  const known = types.get(schema)
  if (known !== undefined) return known
  const parts = partsOf(contract, schema)
  const told = parts.flatMap(({ type = [] }) => type)
  // Listed values have types, whether these are named or not.
  const listed = told.length > 0 ? [] : (listedBy(contract, schema) ?? [])
  const named = new Set([...told, ...listed.map(typeOf)])
  types.set(schema, named)
  return named
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer'
  return typeof value
}

const NO_TYPES: ReadonlySet<string> = new Set()
const types = new WeakMap<object, ReadonlySet<string>>()

export function formatOf(contract: TestedContract, schema: Schema): string | undefined {
  return partsOf(contract, schema).find(({ format }) => format !== undefined)?.format
}

export function listedBy(contract: TestedContract, schema: Schema): readonly unknown[] | undefined {
  for (const each of conjunctsOf(schema, contract.target)) {
    if (each.enum !== undefined) return each.enum
    if (each.const !== undefined) return [each.const]
  }
  return undefined
}

/** The schema of the items of a list, or of the one at an index. */
export function itemsOf(
  contract: TestedContract,
  schema: Schema,
  index = Infinity,
): Schema | undefined {
  const parts = conjunctsOf(schema, contract.target)
  const found = parts.map(({ prefixItems, items }) => prefixItems?.[index] ?? items)
  return found.find((each) => each !== undefined)
}

export function isList(contract: TestedContract, schema: Schema): boolean {
  const types = typesOf(contract, schema)
  return types.length === 1 && types[0] === 'array'
}
