import { questionOf } from '../../../document/asked-place.js'
import type { Operation } from '../../../document/contract.js'
import { membersOf, readOnlyOf } from '../../../document/members.js'
import { isOfAll, type ListView, listView, viewsBeside } from '../../../resources/list-view.js'
import { fetchAll } from '../../../resources/pages.js'
import type { TestedResource } from '../../../resources/resource.js'
import { find, type Scenario } from '../../../resources/scenario.js'
import type { Scene } from '../../../resources/scene.js'
import type { Thing } from '../../../resources/thing.js'
import { kindOf, type Leaf, leavesOf, valuesAt } from './leaves.js'
import { keysOf, listOf } from './populate.js'
import { orderSaidBy } from './said.js'
import { disorder } from './sorting.js'

/** A list whose description says that the newest or the oldest is first has them so. */
export const ageOrders: Scenario = {
  what: 'one thing is made after another, and both are listed',
  about: (resource) => resource.operations.create && listOf(resource),
  async play(scene, resource) {
    const { contract } = scene.kit
    const list = listView(contract, resource) as ListView
    const exports = viewsBeside(contract, resource).filter(isOfAll)
    for (const view of [list, ...exports]) {
      const sign = orderSaidBy(view.operation).age
      if (sign === undefined || view.isSelected) continue
      await isInOrder(scene, resource, view, sign)
    }
  },
}

async function isInOrder(
  scene: Scene,
  resource: TestedResource,
  view: ListView,
  sign: 1 | -1,
): Promise<void> {
  const older = await scene.make(resource)
  const next = await scene.make(resource)
  if (hasDays(scene, view, older)) return
  if (!(await isDisordered(scene, view, sign, [older, next]))) return
  await new Promise((resolve) => setTimeout(resolve, scene.kit.things.lateness.apart))
  const newer = await scene.make(resource)
  const [first, second] = sign < 0 ? ['newest', 'older'] : ['oldest', 'newer']
  const told = { expected: `the ${first} first`, received: `what is ${second} before it` }
  const wrong = await scene.lasting(async () =>
    (await isDisordered(scene, view, sign, [older, newer])) ? told : undefined,
  )
  if (wrong !== undefined) find(scene, 'sort', view.operation, wrong)
}

/** The days and times of items that clients set, and those that the server does. */
function datesOf(scene: Scene, { place }: ListView, { operations }: TestedResource) {
  const { contract } = scene.kit
  const question = questionOf(contract, operations.create as Operation) ?? true
  const readOnly = readOnlyOf(contract, question)
  const given = membersOf(contract, question)
  const dates = leavesOf(contract, place.schema).filter(({ schema }) =>
    kindOf(contract, schema).startsWith('date'),
  )
  const isGiven = ({ path: [name = ''] }: Leaf) => given.has(name) && !readOnly.has(name)
  return { given: dates.filter(isGiven), made: dates.filter((each) => !isGiven(each)) }
}

/** True if the server gives things days: what is made on one day has no order. */
function hasDays(scene: Scene, view: ListView, { resource, received }: Thing): boolean {
  const { made } = datesOf(scene, view, resource)
  return made.some(
    (leaf) =>
      kindOf(scene.kit.contract, leaf.schema) === 'date' && valuesAt(received, leaf).length > 0,
  )
}

/** True if the later of two things is on the wrong side, and no day or time that clients set explains it. */
async function isDisordered(
  scene: Scene,
  view: ListView,
  sign: 1 | -1,
  [older, newer]: readonly [Thing, Thing],
): Promise<boolean> {
  const parent = scene.kit.things.known(older.resource.parent)
  const { items } = await fetchAll(scene, view, { thing: parent })
  const keys = keysOf(scene, older.resource, items)
  const first = keys.indexOf(String(older.identity))
  const second = keys.indexOf(String(newer.identity))
  if (first < 0 || second < 0 || (second - first) * sign > 0) return false
  return datesOf(scene, view, older.resource).given.every(
    (leaf) => disorder(scene.kit.contract, items, [{ leaf, sign }]) !== undefined,
  )
}
