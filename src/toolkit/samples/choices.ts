import { conjunctsOf } from '../openapi/schema/conjuncts.js'
import type { Schema, SchemaObject } from '../openapi/schema/schema.js'
import { type Draw, keywordValues, shuffled } from './draw.js'

/** Most references that are followed for one value. */
const MAX_HOPS = 200

/** Schemas that must all be satisfied, without `$ref`, `allOf` and choices, if possible. */
export function resolveChoices(
  all: readonly Schema[],
  draw: Draw,
  isDeep: boolean,
): SchemaObject[] | undefined {
  const found: SchemaObject[] = []
  const open = [...all]
  for (let hops = 0; open.length > 0; hops++) {
    const schema = open.shift() as Schema
    if (schema === false || hops > MAX_HOPS) return undefined
    if (schema === true) continue
    found.push(schema)
    open.push(...partsOf(schema, draw, isDeep))
  }
  return found
}

/** Schemas that apply to the same value: every part, and one branch of each choice. */
function partsOf(schema: SchemaObject, draw: Draw, isDeep: boolean): Schema[] {
  return [
    ...keywordValues([schema], '$ref').map(draw.target),
    ...keywordValues([schema], 'allOf').flat(),
    ...keywordValues([schema], 'anyOf').flatMap((branches) => {
      const chosen = choose(branches, draw, isDeep)
      return [chosen, ...selecting(chosen, schema, draw)]
    }),
    ...keywordValues([schema], 'oneOf').flatMap((branches) => {
      const chosen = choose(branches, draw, isDeep)
      return [
        chosen,
        ...selecting(chosen, schema, draw),
        ...avoidOtherBranches(branches, chosen, draw),
      ]
    }),
    ...subtype(schema, draw, isDeep),
    ...conditional(schema, draw),
    ...keywordValues([schema], 'not').flatMap((refused) => withoutNeeded(refused, draw)),
  ]
}

/** In deep values, branches that end sooner come first, and `null` before all. */
function choose(branches: readonly Schema[], draw: Draw, isDeep: boolean): Schema {
  const isNull = (schema: Schema) => typeof schema === 'object' && schema.type === 'null'
  const isLeaf = (schema: Schema) => typeof schema === 'object' && !('$ref' in schema)
  const likely = branches.filter(
    (branch) => branch !== false && isDeep === isNull(branch) && !isSpelling(branch, branches),
  )
  const leaves = isDeep ? branches.filter(isLeaf) : []
  const [chosen] = shuffled(
    [likely, leaves, branches].find(({ length }) => length > 0) ?? [],
    draw.random,
  )
  return chosen ?? false
}

const ABOUT_NOTHING = new Set(['type', 'title', 'description'])

/** True for any text beside a number: a service most likely takes only the number's digits. */
function isSpelling(branch: Schema, branches: readonly Schema[]): boolean {
  const isNumber = branches.some((each) => /^(integer|number)$/.test(String(Object(each).type)))
  const { type, ...others } = Object(branch) as SchemaObject
  return (
    isNumber && type === 'string' && Object.keys(others).every((each) => ABOUT_NOTHING.has(each))
  )
}

/** The value of a discriminator that its mapping has for a branch. */
function selecting(
  branch: Schema,
  { discriminator }: SchemaObject,
  { target, accepts }: Draw,
): Schema[] {
  if (discriminator === undefined || typeof branch === 'boolean') return []
  const { propertyName, mapping } = discriminator
  const members = conjunctsOf(branch, target).flatMap(({ properties = {} }) =>
    Object.hasOwn(properties, propertyName) ? [properties[propertyName] as Schema] : [],
  )
  const tag = Object.keys(mapping).find(
    (each) => mapping[each] === branch.$ref && members.every((member) => accepts(member, each)),
  )
  return tag === undefined ? [] : [{ properties: { [propertyName]: { enum: [tag] } } }]
}

/** One of the schemas that a discriminator without alternatives selects. */
function subtype(schema: SchemaObject, draw: Draw, isDeep: boolean): Schema[] {
  const { discriminator, anyOf, oneOf } = schema
  if (discriminator === undefined || (anyOf ?? oneOf) !== undefined || isDeep) return []
  const { mapping, defaultMapping } = discriminator
  const targets = [...new Set(Object.values(mapping)), ...(defaultMapping ? [defaultMapping] : [])]
  if (targets.length === 0) return []
  const chosen = { $ref: draw.random.pick(targets) }
  return [chosen, ...selecting(chosen, schema, draw)]
}

/** Share of values that are kept from satisfying other branches too. */
const AVOIDED_SHARE = 0.3

/** Makes a member wrong that another branch describes, so that one branch applies. */
function avoidOtherBranches(branches: readonly Schema[], chosen: Schema, draw: Draw): Schema[] {
  const { random, target } = draw
  const others = branches.filter((branch) => branch !== chosen)
  const { required: own } = Object(chosen) as SchemaObject
  const absent = others.flatMap((branch) => withoutNeeded(branch, draw, own))
  if (random.next() > AVOIDED_SHARE) return absent
  const names = others.flatMap((branch) => Object.keys(propertiesOf(branch, target)))
  if (names.length === 0) return absent
  const name = random.pick(names)
  return [{ required: [name], properties: { [name]: { enum: [null, 0, 'no', false, [], {}] } } }]
}

/** Leaves out a member that a schema asks for, or a branch of it, if that is all that it asks for. */
function withoutNeeded(refused: Schema, draw: Draw, own: readonly string[] = []): Schema[] {
  const { required = [], anyOf = [], ...others } = Object(refused) as SchemaObject
  if (Object.keys(others).length > 0) return []
  const needed = required.filter((name) => !own.includes(name))
  if (needed.length === 0) return anyOf.flatMap((branch) => withoutNeeded(branch, draw, own))
  return [{ properties: { [draw.random.pick(needed)]: false } }]
}

function propertiesOf(schema: Schema, target: Draw['target']): object {
  if (typeof schema === 'boolean') return {}
  const { $ref, properties = {} } = schema
  const named = typeof $ref === 'string' ? target($ref) : true
  return typeof named === 'boolean'
    ? properties
    : { ...(named.properties as object), ...properties }
}

function conditional(schema: SchemaObject, { random }: Draw): Schema[] {
  const { if: condition, then = true, else: otherwise = true } = schema
  if (condition === undefined) return []
  return random.next() < 0.5 ? [otherwise] : [condition, then]
}
