import { type ListView, listView } from '../../../resources/list-view.js'
import { dividedCall, fetchAll, fetchPage } from '../../../resources/pages.js'
import { find, type Scenario, type Wrong } from '../../../resources/scenario.js'
import type { Scene, ThingCall } from '../../../resources/scene.js'
import { identityIn, type Thing } from '../../../resources/thing.js'
import { listOf, populate } from './populate.js'

/** No page has more items than the limit says, or its default. */
export const limitIsRespected: Scenario = {
  what: 'pages are asked for with a limit',
  about: listOf,
  async play(scene, resource) {
    const view = listView(scene.kit.contract, resource) as ListView
    if (view.limit === undefined) return
    const { parent } = await populate(scene, resource)
    await limitHolds(scene, view, { thing: parent })
  },
}

/** Finds a page with more items than the limit says. */
export async function limitHolds(scene: Scene, view: ListView, call: ThingCall): Promise<void> {
  const { limit } = view
  if (limit === undefined) return
  const sizes = [undefined, 1, 2, 3, 5].filter(
    (each) => each === undefined || scene.kit.contract.verdicts.accepts(limit.schema, each),
  )
  for (const size of sizes) {
    const most = size ?? limit.default
    const own = size === undefined ? {} : { [limit.name]: size }
    const { items } = await fetchPage(scene, view, dividedCall(view, call, own))
    if (typeof most !== 'number' || items.length <= most) continue
    const how = size === undefined ? 'the default of ' : ''
    const expected = `at most ${most} items: ${how}${limit.name}`
    find(scene, 'limit', view.operation, { expected, received: `${items.length} items` })
    return
  }
}

/** A total is the number of items on all pages, and all that was made is among them. */
export const totalIsTrue: Scenario = {
  what: 'the items of a list are counted',
  about: listOf,
  async play(scene, resource) {
    const view = listView(scene.kit.contract, resource) as ListView
    const { parent, things } = await populate(scene, resource)
    const call = { thing: parent }
    const lost = await scene.lasting(() => lostIn(scene, view, things, call))
    if (lost !== undefined) find(scene, 'created-listed', view.operation, lost)
    const wrong = await scene.lasting(async () => {
      const all = await fetchAll(scene, view, call)
      const small = view.limit && { [view.limit.name]: 2 }
      const page = await fetchPage(scene, view, dividedCall(view, call, { ...small }))
      if (!all.isWhole) return undefined
      const totals = [...all.pages, page].flatMap((each) => each.totals)
      const total = totals.find((each) => each !== all.items.length)
      if (total === undefined) return undefined
      return { expected: `a total of ${all.items.length}`, received: String(total) }
    })
    if (wrong !== undefined) find(scene, 'total', view.operation, wrong)
  },
}

/** A thing that was made and is not in the list, though nothing else may be. */
async function lostIn(
  scene: Scene,
  view: ListView,
  things: readonly Thing[],
  call: ThingCall,
): Promise<Wrong | undefined> {
  const { items, isWhole } = await fetchAll(scene, view, call)
  const [first] = things
  if (first === undefined || view.isSelected || !isWhole) return undefined
  const all = items.map((each) => identityIn(scene.kit.contract, first.resource, each))
  const known = new Set(all.map(String))
  const lost = things.filter(({ identity }) => !known.has(String(identity)))
  if (lost.length === 0 || all.includes(undefined)) return undefined
  const expected = `all ${things.length} things that were made`
  return { expected, received: `all but ${lost.length} of them` }
}
