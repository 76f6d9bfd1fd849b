import type { TestedContract } from '../../../document/contract.js'
import { type ListView, listView } from '../../../resources/list-view.js'
import { fetchAll } from '../../../resources/pages.js'
import { find, type Scenario } from '../../../resources/scenario.js'
import { shown } from '../../../values/shown.js'
import { kindOf, orderOf, valuesAt } from './leaves.js'
import { listOf, populate } from './populate.js'
import { ordersOf, ordersSaid, type SortKey, type SortOrder } from './sort-orders.js'

/** Most orders of two members that are asked for. */
const MOST_PAIRS = 6

/** A list is in the order that a request names, on all its pages. */
export const sortingSorts: Scenario = {
  what: 'a list is sorted',
  about: listOf,
  async play(scene, resource) {
    const { contract } = scene.kit
    const view = listView(contract, resource) as ListView
    const { single, pairs } = ordersOf(contract, view)
    const alone = [...ordersSaid(contract, view), ...single]
    if (alone.length === 0) return
    const { parent } = await populate(scene, resource)
    const { items: all } = await fetchAll(scene, view, { thing: parent })
    const telling = pairs.filter((each) => hasTies(contract, all, each)).slice(0, MOST_PAIRS)
    // Who sorts a page after dividing the list shows it on small ones.
    const size = Math.max(2, Math.ceil(all.length / 3))
    for (const { told, parameters, keys } of [...alone, ...telling]) {
      const { items } = await fetchAll(scene, view, { thing: parent, parameters }, size)
      const wrong = disorder(contract, items, keys)
      if (wrong === undefined) continue
      const [one, other] = wrong.map((values) => values.map(shown).join())
      const expected = `${told}: ${other} before ${one}`
      find(scene, 'sort', view.operation, { expected, received: `${one} before ${other}` })
    }
  },
}

/** The order of two items by a member; `undefined` if it is not certain. */
function orderBy(
  contract: TestedContract,
  { leaf, sign }: SortKey,
  one: unknown,
  other: unknown,
): number | undefined {
  const [first] = valuesAt(one, leaf)
  const [second] = valuesAt(other, leaf)
  if (first === undefined || second === undefined) return undefined
  const order = orderOf(first, second, kindOf(contract, leaf.schema))
  return order && order * sign
}

/** The order of two items by the first member in which they differ. */
function orderOfItems(
  contract: TestedContract,
  keys: readonly SortKey[],
  [one, other]: readonly [unknown, unknown],
): number | undefined {
  for (const key of keys) {
    const order = orderBy(contract, key, one, other)
    if (order !== 0) return order
  }
  return 0
}

/** True if some items differ only in the last of the members. */
function hasTies(
  contract: TestedContract,
  items: readonly unknown[],
  { keys: [first, last] }: SortOrder,
): boolean {
  return items.some((one) =>
    items.some(
      (other) =>
        orderBy(contract, first as SortKey, one, other) === 0 &&
        (orderBy(contract, last as SortKey, one, other) ?? 0) > 0,
    ),
  )
}

/** The values of two items one after the other that are in the wrong order. */
export function disorder(
  contract: TestedContract,
  items: readonly unknown[],
  keys: readonly SortKey[],
): unknown[][] | undefined {
  const isCertain = (item: unknown) => orderOfItems(contract, keys, [item, item]) === 0
  const certain = items.filter(isCertain)
  const at = certain.findIndex(
    (item, index) =>
      index > 0 && (orderOfItems(contract, keys, [certain[index - 1], item]) ?? 0) > 0,
  )
  if (at < 0) return undefined
  return [certain[at - 1], certain[at]].map((item) =>
    keys.flatMap(({ leaf }) => valuesAt(item, leaf)),
  )
}
