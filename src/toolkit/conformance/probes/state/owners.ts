import type { Operation } from '../../document/contract.js'
import { type ListView, listView } from '../../resources/list-view.js'
import { find, type Scenario } from '../../resources/scenario.js'
import { listedOf } from './read-back.js'

/** What one user made is not in the list of another one. */
export const listsAreOfOwners: Scenario = {
  what: 'another user lists what the first one made',
  about: ({ operations: { create, replace, list }, list: place, parent }) =>
    (create ?? replace) && place && parent === undefined ? list : undefined,
  async play(scene, resource) {
    const { stranger, owners, contract } = scene.kit
    if (stranger === undefined || !owners) return
    const thing = await scene.make(resource)
    const view = listView(contract, resource) as ListView
    const { own } = await listedOf(scene, thing, view, { credentials: stranger })
    if (own.length === 0) return
    const expected = 'a list without the things of another user'
    find(scene, 'owner', resource.operations.list as Operation, {
      expected,
      received: 'one of them',
    })
  },
}
