import type { Rules, RulesObject } from '../openapi/schema/schema.js'
import { type Draw, keywordValues, shuffled } from './draw.js'

/** Most references that are followed for one value. */
const MAX_HOPS = 200

/** Schemas that must all be satisfied, without `$ref`, `allOf` and choices, if possible. */
export function conjunctsOf(
  all: readonly Rules[],
  draw: Draw,
  isDeep: boolean,
): RulesObject[] | undefined {
  const found: RulesObject[] = []
  const open = [...all]
  for (let hops = 0; open.length > 0; hops++) {
    const rules = open.shift() as Rules
    if (rules === false || hops > MAX_HOPS) return undefined
    if (rules === true) continue
    found.push(rules)
    open.push(...partsOf(rules, draw, isDeep))
  }
  return found
}

/** Schemas that apply to the same value: every part, and one branch of each choice. */
function partsOf(rules: RulesObject, draw: Draw, isDeep: boolean): Rules[] {
  return [
    ...keywordValues<string>([rules], '$ref').map(draw.target),
    ...keywordValues<Rules[]>([rules], 'allOf').flat(),
    ...keywordValues<Rules[]>([rules], 'anyOf').map((branches) => choose(branches, draw, isDeep)),
    ...keywordValues<Rules[]>([rules], 'oneOf').flatMap((branches) => {
      const chosen = choose(branches, draw, isDeep)
      return [chosen, ...avoidOtherBranches(branches, chosen, draw)]
    }),
    ...conditional(rules, draw),
  ]
}

/** In deep values, branches that end sooner come first, and `null` before all. */
function choose(branches: readonly Rules[], draw: Draw, isDeep: boolean): Rules {
  const isNull = (rules: Rules) => typeof rules === 'object' && rules.type === 'null'
  const isLeaf = (rules: Rules) => typeof rules === 'object' && !('$ref' in rules)
  const likely = branches.filter((branch) => branch !== false && isDeep === isNull(branch))
  const leaves = isDeep ? branches.filter(isLeaf) : []
  const [chosen] = shuffled(
    [likely, leaves, branches].find(({ length }) => length > 0) ?? [],
    draw.random,
  )
  return chosen ?? false
}

/** Share of values that are kept from satisfying other branches too. */
const AVOIDED_SHARE = 0.3

/** Makes a member wrong that another branch describes, so that one branch applies. */
function avoidOtherBranches(
  branches: readonly Rules[],
  chosen: Rules,
  { random, target }: Draw,
): Rules[] {
  if (random.next() > AVOIDED_SHARE) return []
  const others = branches.filter((branch) => branch !== chosen)
  const names = others.flatMap((branch) => Object.keys(propertiesOf(branch, target)))
  if (names.length === 0) return []
  const name = random.pick(names)
  return [{ required: [name], properties: { [name]: { enum: [null, 0, 'no', false, [], {}] } } }]
}

function propertiesOf(rules: Rules, target: Draw['target']): object {
  if (typeof rules === 'boolean') return {}
  const { $ref, properties = {} } = rules
  const named = typeof $ref === 'string' ? target($ref) : true
  return typeof named === 'boolean'
    ? (properties as object)
    : { ...(named.properties as object), ...(properties as object) }
}

function conditional({ if: condition, then, else: otherwise }: RulesObject, draw: Draw): Rules[] {
  if (condition === undefined) return []
  if (draw.random.next() < 0.5) return [(otherwise ?? true) as Rules]
  return [condition as Rules, (then ?? true) as Rules]
}
