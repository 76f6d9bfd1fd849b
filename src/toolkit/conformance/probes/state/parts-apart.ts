import { shown } from '../../resources/compare.js'
import { type ListView, listView } from '../../resources/list-view.js'
import { fetchAll } from '../../resources/pages.js'
import type { TestedResource } from '../../resources/resource.js'
import { find, type Scenario } from '../../resources/scenario.js'
import { isAnother } from '../../resources/thing.js'
import { isOf } from './created.js'

/** What is made below one thing is not in the list below another. */
export const partsAreApart: Scenario = {
  what: 'a part of one thing is looked for in another',
  about: ({ parent, list, operations }) =>
    parent?.operations.create && operations.create && list && operations.list,
  async play(scene, resource) {
    const view = listView(scene.kit.contract, resource) as ListView
    const whole = resource.parent as TestedResource
    const [one, other] = [await scene.make(whole), await scene.make(whole)]
    const part = await scene.kit.things.make(scene, resource, { parent: one })
    if (part?.identity === undefined || !isAnother(one, other)) return
    const { items } = await fetchAll(scene, view, { thing: other })
    if (!items.some((each) => isOf(scene, part, each))) return
    const expected = `the part ${shown(part.identity)} of ${shown(one.identity)} alone`
    find(scene, 'parts-apart', view.operation, {
      expected,
      received: `it is in the list of ${shown(other.identity)}, too`,
    })
  },
}
