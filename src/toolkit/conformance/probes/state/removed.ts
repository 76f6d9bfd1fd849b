import type { Operation } from '../../document/contract.js'
import { shown } from '../../resources/compare.js'
import { isOfAll, type ListView, listView, viewsBeside } from '../../resources/list-view.js'
import { fetchAll } from '../../resources/pages.js'
import type { ResourceOperations, TestedResource } from '../../resources/resource.js'
import { documents, find, type Scenario } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { isAnother, type Thing } from '../../resources/thing.js'
import { isUnchanged, replacementOf, told } from './changed.js'
import { isOf } from './created.js'

/** What was deleted is gone, and only that. */
export const removedIsGone: Scenario = {
  what: 'a thing is deleted',
  about: ({ operations: { create, replace, remove } }) => (create ?? replace) && remove,
  async play(scene, resource) {
    const { remove, read } = resource.operations as ResourceOperations
    const other = await scene.make(resource)
    const thing = await scene.make(resource)
    const before = read && isAnother(thing, other) ? await scene.read(other) : undefined
    const removal = await scene.send(remove, { thing })
    // What is accepted may happen later (RFC 9110, section 15.3.3).
    if (!isSuccess(removal) || removal.status === 202) return
    await isUnreadable(scene, thing)
    for (const view of wholeLists(scene, resource)) await isUnlisted(scene, thing, view)
    await isRefusedAfterwards(scene, thing)
    const wrong = await isUnchanged(scene, other, before)
    if (wrong) find(scene, 'removed-alone', remove, told('in another thing, ', wrong))
  },
}

async function isUnreadable(scene: Scene, thing: Thing): Promise<void> {
  const { read } = thing.resource.operations
  if (read === undefined) return
  const status = await scene.lasting(async () => {
    const response = await scene.send(read, { thing })
    return isSuccess(response) ? response.status : undefined
  })
  if (status === undefined) return
  const expected = 'status 404 or 410 after a DELETE'
  find(scene, 'removed', read, { expected, received: `status ${status}` })
}

/** The list, and exports of all things. */
function wholeLists({ kit: { contract } }: Scene, resource: TestedResource): ListView[] {
  const own = listView(contract, resource)
  return [...(own === undefined ? [] : [own]), ...viewsBeside(contract, resource).filter(isOfAll)]
}

async function isUnlisted(scene: Scene, thing: Thing, view: ListView): Promise<void> {
  const parent = scene.kit.things.known(thing.resource.parent)
  const isListed = await scene.lasting(async () => {
    const { items } = await fetchAll(scene, view, { thing: parent })
    return items.some((each) => isOf(scene, thing, each)) || undefined
  })
  if (!isListed) return
  const expected = `no thing with the identity ${shown(thing.identity)} in the list after a DELETE`
  find(scene, 'removed', view.operation, { expected, received: 'it is listed' })
}

/** Changes of what is gone: 404 where it is documented, but for those that may create. */
async function isRefusedAfterwards(scene: Scene, thing: Thing): Promise<void> {
  const { change, replace, remove } = thing.resource.operations
  for (const operation of [change, replace]) {
    if (operation === undefined || !documents(operation, 404) || documents(operation, 201)) continue
    const base = operation === replace ? replacementOf(scene, thing) : undefined
    const response = await scene.send(operation, { thing, ...(base && { body: base }) })
    if (!isSuccess(response)) continue
    const received = `status ${response.status}`
    find(scene, 'removed', operation, { expected: 'status 404 after a DELETE', received })
  }
  const again = await scene.send(remove as Operation, { thing })
  if (!isSuccess(again) || !documents(remove as Operation, 404)) return
  const received = `status ${again.status}`
  find(scene, 'removed', remove as Operation, { expected: 'status 404 after a DELETE', received })
}

/** With a thing, what is a part of it is gone. */
export const partsAreGone: Scenario = {
  what: 'a thing with parts is deleted',
  about: ({ operations: { create, replace, remove } }) => (create ?? replace) && remove,
  async play(scene, resource) {
    const { kit } = scene
    const parts = kit.resources.filter(({ parent }) => parent === resource)
    const reads = [
      ...parts.flatMap(({ operations, list }) =>
        list && operations.list ? [operations.list] : [],
      ),
      ...kit.singles.filter(({ parent }) => parent === resource).map(({ read }) => read),
    ].filter((each) => documents(each, 404))
    if (reads.length === 0) return
    const thing = await scene.make(resource)
    for (const part of parts) await kit.things.make(scene, part, { parent: thing })
    for (const { parent, replace } of kit.singles) {
      if (parent === resource) await scene.send(replace, { thing })
    }
    const removal = await scene.send(resource.operations.remove as Operation, { thing })
    if (!isSuccess(removal) || removal.status === 202) return
    for (const read of reads) {
      const response = await scene.send(read, { thing })
      if (!isSuccess(response)) continue
      const received = `status ${response.status}`
      find(scene, 'removed', read, {
        expected: 'status 404 after the DELETE of its parent',
        received,
      })
    }
  },
}
