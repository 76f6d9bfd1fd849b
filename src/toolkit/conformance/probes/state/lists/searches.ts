import type { JsonObject } from '../../../../openapi/json.js'
import { type ListView, listView, viewsBeside } from '../../../resources/list-view.js'
import { fetchAll, type WholeList } from '../../../resources/pages.js'
import type { TestedResource } from '../../../resources/resource.js'
import { find, type Scenario } from '../../../resources/scenario.js'
import type { Scene } from '../../../resources/scene.js'
import { bodyFor, type SearchBody } from '../../../resources/search-body.js'
import type { Thing } from '../../../resources/thing.js'
import { conditionsAsked, textOf } from './conditions-asked.js'
import { leavesOf } from './leaves.js'
import { limitHolds } from './limits.js'
import { pagesHold } from './paging.js'
import { type Population, populate } from './populate.js'
import { isSelected, type SelectedList } from './selection.js'

type Search = ListView & { readonly body: SearchBody }

const isSearch = (view: ListView): view is Search => view.body !== undefined

/** Searches find what fits their conditions, all of it, and nothing else. */
export const searchesSelect: Scenario = {
  what: 'things are searched for',
  about: ({ operations: { create, replace }, beside }) =>
    (create ?? replace) && beside.find(({ method }) => method !== 'GET'),
  async play(scene, resource) {
    const population = await populate(scene, resource)
    const look = () => allOf(scene, resource, population)
    const all = await look()
    for (const view of viewsBeside(scene.kit.contract, resource).filter(isSearch)) {
      await selects(
        { scene, resource, view, look, all: all.items, isWhole: all.isWhole },
        view,
        population.parent,
      )
      await divides(scene, resource, view, population)
      await makesNothing(scene, resource, view, all, population.parent)
    }
  },
}

type AllThings = Pick<WholeList, 'items' | 'isWhole'>

/** All things that may be found; those that were made for it, where no list has them. */
async function allOf(
  scene: Scene,
  resource: TestedResource,
  { things, parent }: Population,
): Promise<AllThings> {
  const own = listView(scene.kit.contract, resource)
  if (own !== undefined && !own.isSelected) return fetchAll(scene, own, { thing: parent })
  return { items: things.flatMap(({ received }) => received ?? []), isWhole: false }
}

async function selects(
  context: SelectedList,
  view: Search,
  parent: Thing | undefined,
): Promise<void> {
  const { scene, all } = context
  for (const condition of askedOf(scene, view, all)) {
    const body = bodyFor(scene.kit.contract, view.body, condition.value)
    if (body === undefined) continue
    if (!(await isSelected(context, condition, { thing: parent, body }))) return
  }
}

function askedOf({ kit: { contract } }: Scene, view: Search, items: readonly unknown[]) {
  const { operation, place, body } = view
  const leaves = leavesOf(contract, place.schema)
  const text = textOf(operation)
  return conditionsAsked(contract, { schema: body.conditions, leaves, items, text })
}

/** A search that selects nothing is divided as its members say. */
async function divides(
  scene: Scene,
  resource: TestedResource,
  view: Search,
  population: Population,
): Promise<void> {
  const body = bodyFor(scene.kit.contract, view.body, {})
  if (body === undefined) return
  const call = { thing: population.parent, body }
  await limitHolds(scene, view, call)
  await pagesHold(scene, resource, view, population, call)
}

/** A search makes nothing (RFC 9110, section 9.2.1: it is essentially read-only). */
async function makesNothing(
  scene: Scene,
  resource: TestedResource,
  view: Search,
  all: AllThings,
  parent: Thing | undefined,
): Promise<void> {
  const own = listView(scene.kit.contract, resource)
  const body = bodyFor(scene.kit.contract, view.body, firstOf(scene, view, all))
  if (own === undefined || body === undefined) return
  const count = async () => (await fetchAll(scene, own, { thing: parent })).items.length
  const before = await count()
  // Others may make things meanwhile, but not each time.
  if (before !== (await count())) return
  await scene.send(view.operation, { thing: parent, body })
  const after = await count()
  if (after !== before + 1) return
  const expected = `${before} items after ${view.operation.method} ${view.operation.path}, as before it`
  find(scene, 'read-safe', view.operation, { expected, received: `${after} items` })
}

function firstOf(scene: Scene, view: Search, { items }: AllThings): JsonObject {
  return askedOf(scene, view, items)[0]?.value ?? {}
}
