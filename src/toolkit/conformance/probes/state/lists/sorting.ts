import { listedBy } from '../../../document/members.js'
import { shown } from '../../../resources/compare.js'
import { isSort, type ListView, listView } from '../../../resources/list-view.js'
import { fetchAll } from '../../../resources/pages.js'
import { find, type Scenario } from '../../../resources/scenario.js'
import type { Scene } from '../../../resources/scene.js'
import { kindOf, type Leaf, leafNamed, leavesOf, orderOf, valuesAt } from './leaves.js'
import { listOf, populate } from './populate.js'

/** A list is in the order that a request names. */
export const sortingSorts: Scenario = {
  what: 'a list is sorted',
  about: listOf,
  async play(scene, resource) {
    const view = listView(scene.kit.contract, resource)
    const parameter = view?.others.find(isSort)
    const listed = parameter && listedBy(scene.kit.contract, parameter.schema)
    if (view === undefined || parameter === undefined || listed === undefined) return
    const { parent } = await populate(scene, resource)
    for (const value of listed) {
      const order = typeof value === 'string' ? orderNamed(scene, view, value) : undefined
      if (order === undefined) continue
      const parameters = { [parameter.name]: value }
      const { items } = await fetchAll(scene, view, { thing: parent, parameters })
      const wrong = disorder(scene, items, order)
      if (wrong === undefined) continue
      const [one, other] = wrong.map(shown)
      const expected = `${parameter.name}=${value}: ${other} before ${one}`
      find(scene, 'sort', view.operation, { expected, received: `${one} before ${other}` })
    }
  },
}

interface SortOrder {
  readonly leaf: Leaf
  readonly sign: 1 | -1
}

/** What `title`, `-title`, `title:desc` and `title_asc` mean. */
function orderNamed(
  { kit: { contract } }: Scene,
  { place }: ListView,
  value: string,
): SortOrder | undefined {
  const [, minus, name = '', , direction] =
    /^([-+]?)(.*?)([ :._,]?(asc|desc|ascending|descending))?$/i.exec(value) ?? []
  const leaves = leavesOf(contract, place.schema).filter(({ isList }) => !isList)
  const wanted = leaves.flatMap((leaf) =>
    leafNamed(contract, leaves, name, leaf.schema) === leaf ? [leaf] : [],
  )
  const [leaf] = wanted
  if (leaf === undefined || wanted.length > 1) return undefined
  const isDown = minus === '-' || /^desc/i.test(direction ?? '')
  return { leaf, sign: isDown ? -1 : 1 }
}

/** Two values one after the other that are in the wrong order. */
function disorder(
  { kit: { contract } }: Scene,
  items: readonly unknown[],
  { leaf, sign }: SortOrder,
): [unknown, unknown] | undefined {
  const kind = kindOf(contract, leaf.schema)
  const values = items.flatMap((item) => valuesAt(item, leaf))
  const certain = values.filter((each) => orderOf(each, each, kind) !== undefined)
  for (const [at, value] of certain.entries()) {
    if (at === 0) continue
    const before = certain[at - 1]
    const order = orderOf(before, value, kind)
    if (order !== undefined && order * sign > 0) return [before, value]
  }
  return undefined
}
