import type { TestedContract } from '../../conformance/document/contract.js'
import type { PlacedSchema, Rule } from '../../conformance/values/place.js'
import { append } from '../../openapi/json-pointer.js'
import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import { schemaNameIn } from '../../openapi/schema/references.js'
import { type Schema, type SchemaObject, valueListsOf } from '../../openapi/schema/schema.js'
import { memoize } from '../../shared/memoize.js'

/** What a proof needs of a document. */
export type SchemaSource = Pick<TestedContract, 'target' | 'pointerOf' | 'verdicts'>

/** A schema without keywords; the same object each time, so that proofs know it again. */
function without(...keywords: readonly string[]) {
  return memoize((schema: SchemaObject): SchemaObject => {
    if (!keywords.some((keyword) => keyword in schema)) return schema
    // Symbols are kept: one-way members are under one.
    const copy: Record<string | symbol, unknown> = { ...schema }
    for (const keyword of keywords) delete copy[keyword]
    const rest = copy as SchemaObject
    if ('unevaluatedProperties' in rest || 'unevaluatedItems' in rest) cut.add(rest)
    return rest
  })
}

/** What is left of schemas that say something of members and items which their other keywords describe. */
const cut = new WeakSet<Schema & object>()

/** True for a schema without keywords that change what its others mean. */
export function isCut(schema: Schema): boolean {
  return typeof schema === 'object' && cut.has(schema)
}

const withoutParts = without('$ref', 'allOf')
const withoutChoice = { anyOf: without('anyOf'), oneOf: without('oneOf') }
const withoutCondition = without('if', 'then', 'else')
const withoutType = without('type')
const withoutUnevaluated = without('unevaluatedProperties', 'unevaluatedItems')

/** Keywords that evaluate members and items beside `properties`, `patternProperties` and `prefixItems`. */
const EVALUATING =
  '$ref allOf anyOf oneOf if dependentSchemas additionalProperties items contains'.split(' ')

/** Where no other keyword evaluates members and items, those that are not evaluated are the additional ones. */
const withAdditional = memoize((schema: SchemaObject): SchemaObject => {
  const { unevaluatedProperties: members, unevaluatedItems: items } = schema
  const isOther = isCut(schema) || EVALUATING.some((keyword) => keyword in schema)
  if (isOther || (members ?? items) === undefined) return schema
  return {
    ...schema,
    ...(members !== undefined && { additionalProperties: members }),
    ...(items !== undefined && { items }),
  }
})

/** A wanted schema, with the one or the other of these keywords that is given, or can be proved. */
export function likeGiven(schema: SchemaObject, givens: readonly Rule[]): SchemaObject {
  const whole = withAdditional(schema)
  const isGiven = givens.some((each) => 'additionalProperties' in each.schema)
  const isLike = whole !== schema && (isGiven || 'unevaluatedItems' in schema)
  return isLike ? withoutUnevaluated(whole) : schema
}

/** All that holds together, taken apart. */
export interface Conjunction {
  /** Every schema on the way, whole. */
  readonly whole: readonly Schema[]
  /** The same without `$ref` and `allOf`; `undefined` if one of them refuses all values. */
  readonly rules: readonly Rule[] | undefined
}

/** The schemas that hold where some hold: they, their references and the parts of `allOf`. */
export function conjunctionOf(
  contract: SchemaSource,
  placed: readonly PlacedSchema[],
): Conjunction {
  const whole = new Set<Schema>()
  const rules: Rule[] = []
  const open = [...placed]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { schema, pointer } = next
    if (schema === true || whole.has(schema)) continue
    whole.add(schema)
    if (schema === false) return { whole: [...whole], rules: undefined }
    rules.push({ schema: withoutParts(withAdditional(schema)), pointer })
    const { $ref, allOf = [] } = schema
    if ($ref !== undefined) {
      open.push({ schema: contract.target($ref), pointer: contract.pointerOf(schemaNameIn($ref)) })
    }
    open.push(...allOf.map((part, at) => ({ schema: part, pointer: append(pointer, 'allOf', at) })))
  }
  const withKeywords = rules.filter(({ schema }) => Object.keys(schema).length > 0)
  return { whole: [...whole], rules: withKeywords }
}

/** Most branches of a choice that are looked at one by one. */
const MOST_BRANCHES = 64

/** What else holds of the values of each branch of `oneOf`: they are in no other one. */
const noneBut = memoize((branches: readonly Schema[]): readonly Schema[] =>
  branches.map((_, index) => ({ not: { anyOf: branches.toSpliced(index, 1) } })),
)

/** One of the cases that some rules are divided into. */
type SchemaCase = readonly PlacedSchema[]

/** The cases of the first choice among some rules: each has the other rules, and one branch. */
export function casesOf(rules: readonly Rule[]): readonly SchemaCase[] | undefined {
  for (const [at, { schema, pointer }] of rules.entries()) {
    const cases = (rest: SchemaObject, branches: readonly PlacedSchema[]) =>
      branches.map((branch) => [...rules.with(at, { schema: rest, pointer }), branch])
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const branches = schema[keyword]
      if (branches === undefined || branches.length > MOST_BRANCHES) continue
      const placed = branches.map((branch, index) => {
        return { schema: branch, pointer: append(pointer, keyword, index) }
      })
      const all = cases(withoutChoice[keyword](schema), placed)
      if (keyword === 'anyOf' || branches.length === 1) return all
      const others = noneBut(branches)
      return all.map((each, index) => [...each, { schema: others[index] as Schema, pointer }])
    }
    if (schema.if !== undefined) {
      const { then = true, else: otherwise = true } = schema
      return cases(withoutCondition(schema), [
        { schema: { allOf: [schema.if, then] }, pointer: append(pointer, 'then') },
        { schema: { allOf: [{ not: schema.if }, otherwise] }, pointer: append(pointer, 'else') },
      ])
    }
  }
  return undefined
}

/** A case for each of several types. */
export function typeCasesOf(rules: readonly Rule[]): readonly SchemaCase[] | undefined {
  const at = rules.findIndex(({ schema }) => [schema.type].flat().length > 1)
  const rule = rules[at]
  if (rule === undefined) return undefined
  const { schema, pointer } = rule
  return [schema.type]
    .flat()
    .map((type) => [
      ...rules.with(at, { schema: withoutType(schema), pointer }),
      { schema: { type: type as string }, pointer },
    ])
}

/** A case for each value that a required member may have, which is what most unions are divided by. */
export function memberCasesOf(
  rules: readonly Rule[],
  { target }: SchemaSource,
): readonly SchemaCase[] | undefined {
  for (const name of new Set(rules.flatMap(({ schema }) => schema.required ?? []))) {
    const own = rules.flatMap(({ schema: { properties = {} } }) =>
      Object.hasOwn(properties, name) ? conjunctsOf(properties[name], target) : [],
    )
    const lists = own.flatMap(valueListsOf)
    const [list = []] = lists
    if (list.length > MOST_BRANCHES || lists.some(({ length }) => length < 2)) continue
    if (list.length > 0) return list.map((value) => [...rules, withMember(name, value)])
  }
  return undefined
}

const withMember = (name: string, value: unknown): PlacedSchema => ({
  schema: { properties: { [name]: { const: value } } },
  pointer: '',
})

/** What refuses values where no list does: most often their type. */
export function refusing(rules: readonly Rule[], refuses: (schema: SchemaObject) => boolean) {
  const isRefusing = ({ schema }: Rule, keyword: string) =>
    Object.hasOwn(schema, keyword) && refuses({ [keyword]: schema[keyword] })
  const found = ['type', 'oneOf', 'anyOf', 'not'].flatMap((keyword) =>
    rules.filter((rule) => isRefusing(rule, keyword)).map((rule) => ({ rule, keyword })),
  )
  return found[0]
}
