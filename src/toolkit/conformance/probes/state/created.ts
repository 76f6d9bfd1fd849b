import type { Operation } from '../../document/contract.js'
import { headerOf } from '../../exchange/request.js'
import { isSuccess } from '../../exchange/response.js'
import { isExport } from '../../resources/lists-beside.js'
import { whereLeads } from '../../resources/location.js'
import { creationOf, type ResourceOperations } from '../../resources/resource.js'
import { find, type Scenario } from '../../resources/scenario.js'
import { itemOf } from '../../resources/thing.js'
import { locationLeads } from './locations.js'
import { isListedOnce, otherIdentity, readBack } from './read-back.js'
import { wholeLists } from './removed.js'

export const createdIsRead: Scenario = {
  what: 'something is created and read',
  about: (resource) => resource.operations.read && creationOf(resource),
  async play(scene, resource) {
    await readBack(scene, await scene.make(resource))
    const { things } = scene.kit
    const content = things.maker.body(creationOf(resource) as Operation)
    if (content === undefined) return
    // What is left out has its default.
    const value = things.maker.contents.least(content.schema, content.value)
    await readBack(scene, await scene.make(resource, { value }))
  },
}

export const createdIsAtLocation: Scenario = {
  what: 'the Location of something new is followed',
  about: ({ operations: { create, read } }) => read && create,
  async play(scene, resource) {
    const { create, read } = resource.operations as ResourceOperations
    const thing = await scene.kit.things.make(scene, resource)
    // Only its Location may tell what was made.
    if (thing === undefined) return locationLeads(scene, create)
    const location = headerOf(thing.response, 'location')
    if (thing.response.status !== 201 || location === undefined) return
    const path = scene.written(create, { thing }).target
    const led = await whereLeads(scene.kit.target, path, location)
    const expected = 'a Location that leads to what was created'
    if (led.wrong !== undefined) find(scene, 'location', create, { expected, received: led.wrong })
    const { target } = led
    if (target === undefined) {
      if (led.wrong === undefined)
        scene.kit.notes.add(
          `${create.method} ${create.path}: Location names another host: ${location}`,
        )
      return
    }
    const wrong = await scene.lasting(async () => {
      const outcome = await scene.follow(read, target, thing)
      const item =
        isSuccess(outcome) && itemOf(outcome, scene.kit.things.maker.placeOf(resource, read))
      const received = `Location: ${location}, status ${outcome.status}`
      if (!isSuccess(outcome)) return { expected, received }
      const other = otherIdentity(scene, thing, item)
      return other && { expected, received: `${received}, identity ${other.received}` }
    })
    if (wrong !== undefined) find(scene, 'location', create, wrong)
  },
}

/** What was created is in the list, and in each export of all things, once. */
export const createdIsListed: Scenario = {
  what: 'something is created and listed',
  about: (resource) =>
    creationOf(resource) &&
    (resource.list ? resource.operations.list : resource.beside.find(isExport)),
  async play(scene, resource) {
    const thing = await scene.make(resource)
    const creation = creationOf(resource) as Operation
    // RFC 9110, section 9.2.2: a second PUT is as good as one.
    if (creation.method === 'PUT') await scene.send(creation, { thing, body: thing.sent })
    for (const view of wholeLists(scene, resource)) await isListedOnce(scene, thing, view)
  },
}
