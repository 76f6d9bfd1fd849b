import type { Operation } from '../../document/contract.js'
import { satisfiable } from '../../requests/credentials.js'
import { listView } from '../../resources/list-view.js'
import { fetchAll } from '../../resources/pages.js'
import type { TestedResource } from '../../resources/resource.js'
import { documents, find, type Scenario } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import type { Thing } from '../../resources/thing.js'
import { isUnchanged, replacementOf, told } from './changed.js'
import { isOf } from './created.js'

/** What one user made, another one neither reads nor changes. */
export const othersAreKeptOut: Scenario = {
  what: 'another user reaches what the first one made',
  about: ({ operations: { create, replace, read } }) => (create ?? replace) && read,
  async play(scene, resource) {
    const { stranger } = scene.kit
    if (stranger === undefined) return
    const thing = await scene.make(resource)
    const before = await scene.read(thing)
    const { read, replace, change, remove } = resource.operations
    for (const operation of [read, change, replace, remove]) {
      if (operation === undefined || satisfiable(operation, stranger) === undefined) continue
      const base = operation === replace ? replacementOf(scene, thing) : undefined
      const call = { thing, credentials: stranger, ...(base && { body: base }) }
      const response = await scene.send(operation, call)
      // Where one user has nothing, another one may make something of the same name.
      if (isSuccess(response) && response.status !== 201)
        reached(scene, operation, `status ${response.status}`)
    }
    const wrong = await isUnchanged(scene, thing, before)
    if (wrong && scene.kit.owners) {
      find(scene, 'owner', read as Operation, told('after requests of another user, ', wrong))
    }
    await isNotListed(scene, resource, thing)
  },
}

/** Only a violation where the user says that things have owners, and the document that others are refused. */
function reached({ kit, run }: Scene, operation: Operation, received: string): void {
  const { method, path, pointer } = operation
  const expected = 'status 403 or 404 for another user'
  if (kit.owners && (documents(operation, 403) || documents(operation, 404))) {
    run.find({ check: 'owner', pointer, expected, received })
  } else {
    kit.notes.add(`${method} ${path}: another user than the one who made it gets ${received}`)
  }
}

async function isNotListed(scene: Scene, resource: TestedResource, thing: Thing): Promise<void> {
  const { stranger, owners, things } = scene.kit
  const view = listView(scene.kit.contract, resource)
  if (view === undefined || stranger === undefined || !owners || resource.parent !== undefined)
    return
  const parent = things.known(resource.parent)
  const { items } = await fetchAll(scene, view, { thing: parent, credentials: stranger })
  if (!items.some((each) => isOf(scene, thing, each))) return
  const expected = 'a list without the things of another user'
  find(scene, 'owner', view.operation, { expected, received: 'one of them' })
}
