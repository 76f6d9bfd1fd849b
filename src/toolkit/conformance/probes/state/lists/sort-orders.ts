import type { Parameter, TestedContract } from '../../../document/contract.js'
import { isList, itemsOf, listedBy } from '../../../document/members.js'
import { isSort, type ListView } from '../../../resources/list-view.js'
import { type Leaf, leafNamed, leavesOf } from './leaves.js'
import { orderSaidBy } from './said.js'

/** A member that items are sorted by, upwards or downwards. */
export interface SortKey {
  readonly leaf: Leaf
  readonly sign: 1 | -1
}

export interface SortOrder {
  readonly told: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** The first counts most. */
  readonly keys: readonly SortKey[]
}

const DOWN = /^desc(ending)?$/i
const DIRECTION = /^(asc|desc)(ending)?$/i

/** The orders that the document names a list by, each by one member; all pairs of them, where a request may have two. */
export function ordersOf(
  contract: TestedContract,
  view: ListView,
): { readonly single: readonly SortOrder[]; readonly pairs: readonly SortOrder[] } {
  const sorts = view.others.filter(isSort)
  const turns = sorts.find((each) => directionsOf(contract, each).length > 0)
  const [parameter, ...more] = sorts.filter((each) => each !== turns)
  // What another parameter does to the order is not known.
  if (parameter === undefined || more.length > 0) return { single: [], pairs: [] }
  const { name } = parameter
  const isMany = isList(contract, parameter.schema)
  const directions = turns === undefined ? [] : directionsOf(contract, turns)
  const named = valuesOf(contract, view, parameter).flatMap((value): SortOrder[] => {
    const key = keyNamed(contract, view, value)
    if (key === undefined) return []
    const parameters = { [name]: isMany ? [value] : value }
    const told = `${name}=${value}`
    if (turns === undefined) return [{ told, parameters, keys: [key] }]
    return directions.map((each) => ({
      told: `${told}&${turns.name}=${each}`,
      parameters: { ...parameters, [turns.name]: each },
      keys: [{ ...key, sign: DOWN.test(each) ? -1 : 1 }],
    }))
  })
  const single = named.filter((each) =>
    contract.verdicts.accepts(parameter.schema, each.parameters[name]),
  )
  return {
    single,
    pairs: isMany && turns === undefined ? pairsOf(contract, parameter, single) : [],
  }
}

export function ordersSaid(contract: TestedContract, view: ListView): SortOrder[] {
  const said = orderSaidBy(view.operation)
  const key = keyNamed(contract, view, said.key)
  return key === undefined ? [] : [{ told: said.told, parameters: {}, keys: [key] }]
}

function directionsOf(contract: TestedContract, { schema }: Parameter): string[] {
  const listed = (listedBy(contract, schema) ?? []).map(String)
  return listed.every((each) => DIRECTION.test(each)) ? listed : []
}

/** The values that a schema lists, or that its pattern has the names of. */
function valuesOf(contract: TestedContract, { place }: ListView, { schema }: Parameter): string[] {
  const own = isList(contract, schema) ? (itemsOf(contract, schema) ?? true) : schema
  const listed = listedBy(contract, own)
  if (listed !== undefined) {
    return listed.filter((each): each is string => typeof each === 'string')
  }
  const pattern = String(Object(own).pattern ?? '')
  return leavesOf(contract, place.schema)
    .map(({ path }) => path.join('.'))
    .filter((name) => pattern.includes(name))
    .flatMap((name) => [name, `-${name}`, `${name}:desc`])
    .filter((each) => contract.verdicts.accepts(own, each))
}

/** What `title`, `-title`, `title:desc` and `title_asc` mean. */
function keyNamed(
  contract: TestedContract,
  { place }: ListView,
  value: string,
): SortKey | undefined {
  const [, minus, name = '', , direction = ''] =
    /^([-+]?)(.*?)([ :._,]?(asc|desc|ascending|descending))?$/i.exec(value) ?? []
  const leaves = leavesOf(contract, place.schema).filter(({ isList: isMany }) => !isMany)
  const isNamed = (leaf: Leaf) => leafNamed(contract, leaves, name, leaf.schema) === leaf
  const [leaf, another] = leaves.filter(isNamed)
  if (leaf === undefined || another !== undefined) return undefined
  return { leaf, sign: minus === '-' || DOWN.test(direction) ? -1 : 1 }
}

function pairsOf(
  contract: TestedContract,
  { name, schema }: Parameter,
  single: readonly SortOrder[],
): SortOrder[] {
  return single.flatMap((one) =>
    single.flatMap((other) => {
      const value = [one, other].flatMap(({ parameters }) => parameters[name])
      const [first, second] = [...one.keys, ...other.keys] as [SortKey, SortKey]
      if (first.leaf.path.join() === second.leaf.path.join()) return []
      if (!contract.verdicts.accepts(schema, value)) return []
      const parameters = { [name]: value }
      return [{ told: `${name}=${value.join()}`, parameters, keys: [first, second] }]
    }),
  )
}
