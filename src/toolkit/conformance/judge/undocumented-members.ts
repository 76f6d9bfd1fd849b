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
    const all = schemas.flatMap((each) => applicable(contract, each, part))
    if (Array.isArray(part)) {
      for (const [index, item] of part.entries())
        visit(itemsOf(all, index), item, `${path}/${index}`)
      return
    }
    for (const [name, member] of Object.entries(part)) {
      const below = membersOf(all, name)
      const place = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (below === undefined) found.push(place)
      else visit(below, member, place)
    }
  }
  visit([schema], value, '')
  return found
}

/** All schemas that describe a value: branches that refuse it do not. */
function applicable(contract: TestedContract, schema: Schema, value: unknown): SchemaObject[] {
  const { verdicts, target } = contract
  return conjunctsOf(schema, target).flatMap((each) => {
    const { anyOf = [], oneOf = [], if: condition, then = true, else: otherwise = true } = each
    const branches = [...anyOf, ...oneOf].filter((branch) => verdicts.accepts(branch, value))
    const chosen =
      condition === undefined ? [] : [verdicts.accepts(condition, value) ? then : otherwise]
    const dependent = Object.values(each.dependentSchemas ?? {})
    const conditions = condition === undefined ? [] : [condition]
    // What inherits from the schema adds members to it.
    const subtypes = (each[SUBTYPES] ?? []).filter((branch) => verdicts.accepts(branch, value))
    const below = [...branches, ...chosen, ...dependent, ...conditions, ...subtypes]
    return [each, ...below.flatMap((branch) => applicable(contract, branch, value))]
  })
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

/** The schemas of a member; `undefined` for one without a name where others have names. */
function membersOf(all: readonly SchemaObject[], name: string): Schema[] | undefined {
  const own: Schema[] = []
  const others: Schema[] = []
  let hasNames = false
  let isNamed = false
  for (const each of all) {
    const {
      properties = {},
      patternProperties = {},
      additionalProperties,
      unevaluatedProperties,
      required = [],
    } = each
    hasNames ||= Object.keys(properties).length > 0
    const matching = Object.entries(patternProperties).flatMap(([pattern, inside]) =>
      new RegExp(pattern, flagsOf(pattern)).test(name) ? [inside] : [],
    )
    if (Object.hasOwn(properties, name)) own.push(properties[name] as Schema)
    own.push(...matching)
    isNamed ||= Object.hasOwn(properties, name) || matching.length > 0 || required.includes(name)
    for (const rest of [additionalProperties, unevaluatedProperties])
      if (rest !== undefined) others.push(rest)
  }
  if (isNamed) return own
  if (others.length > 0 || !hasNames) return others
  return undefined
}
