import { plainName } from '../../../openapi/resources/names.js'
import type { Operation, Parameter } from '../../document/contract.js'
import { keyOf } from '../../requests/identities.js'
import { parametersOf } from '../../requests/parts.js'
import { listView } from '../../resources/list-view.js'
import { newIdentity } from '../../resources/new-identity.js'
import { fetchAll } from '../../resources/pages.js'
import { shapeOf } from '../../resources/path-shape.js'
import { creationOf, type TestedResource } from '../../resources/resource.js'
import { documents, find, type Scenario } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { isAnother, type Thing } from '../../resources/thing.js'
import { itemPath } from '../../resources/thing-paths.js'
import { isSameValue } from '../../values/same-value.js'
import { shown } from '../../values/shown.js'
import { isOf } from './read-back.js'

/** What is made below one thing is not in the list below another, and has no path there. */
export const partsAreApart: Scenario = {
  what: 'a part of one thing is looked for in another',
  about: (resource) => {
    const { parent, operations } = resource
    const isBelow = parent ? creationOf(parent) : wayTo(resource)
    return isBelow && creationOf(resource) && (operations.list ?? operations.read)
  },
  async play(scene, resource) {
    const [one, other] = await wholesOf(scene, resource)
    const view = listView(scene.kit.contract, resource)
    const look = async () => (view ? (await fetchAll(scene, view, { thing: other })).items : [])
    const before = await look()
    const part = await scene.kit.things.make(scene, resource, { parent: one })
    if (part === undefined || !isAnother(one, other)) return
    const { parent, collection } = resource
    const whole = parent ? itemPath(parent) : collection.slice(0, collection.lastIndexOf('/'))
    const { identity = part.received } = part
    const expected = `the part ${shown(identity)} of ${shown(one.identity)} alone`
    const elsewhere = { ...part, values: new Map([...part.values, ...other.values]) }
    // What has no identity is known by all that it has.
    const isPart = (item: unknown) =>
      identity === part.received ? isSameValue(item, identity) : isOf(scene, part, item)
    if (view && !before.some(isPart) && (await look()).some(isPart)) {
      const received = `it is in the list of ${shown(other.identity)}, too`
      find(scene, 'parts-apart', view.operation, { expected, received })
    }
    const { read, remove } = resource.operations
    for (const operation of [read, remove]) {
      if (operation === undefined || !documents(operation, 404)) continue
      if (!isBelow(operation, whole)) continue
      if (!(await isThere(scene, operation, elsewhere, part))) continue
      const received = `${operation.method} finds it below ${shown(other.identity)}, too`
      find(scene, 'parts-apart', operation, { expected, received })
    }
  },
}

type PartedThing = Pick<Thing, 'identity' | 'values'>

/** Two things that have parts: new ones, or what nothing makes and a path may name as it likes. */
async function wholesOf(
  scene: Scene,
  resource: TestedResource,
): Promise<readonly [PartedThing, PartedThing]> {
  const { parent, collection } = resource
  if (parent !== undefined) return [await scene.make(parent), await scene.make(parent)]
  const way = wayTo(resource) as Parameter
  const make = (): PartedThing => {
    const identity = newIdentity(scene.kit, { parameter: way })
    return { identity, values: new Map([[keyOf(collection, way.name), identity]]) }
  }
  const other = make()
  // There is something where something is made.
  await scene.make(resource, { parent: other })
  return [make(), other]
}

/** The parameter of what nothing makes and things are a part of: `org` of `/orgs/{org}/contacts`. */
function wayTo({ collection, operations }: TestedResource): Parameter | undefined {
  const [, all = '', name = ''] = /([^/{}]+)\/\{([^{}]+)\}\/[^/{}]+$/.exec(collection) ?? []
  const [own, called] = [plainName(all), plainName(name).replace(/(id|key|name|number)$/, '')]
  const isOfAll = called === '' || own.startsWith(called) || called.startsWith(own)
  // The same may be there in each language, and in each version.
  if (!isOfAll || /lang|locale|culture|version/.test(own)) return undefined
  const [operation] = Object.values(operations)
  return operation && parametersOf(operation).find((each) => each.name === name)
}

/** What is made below a thing may have a path that does not lead through it. */
function isBelow({ path }: Operation, whole: string): boolean {
  return shapeOf(path).startsWith(`${shapeOf(whole)}/`)
}

/** True if an operation finds a thing at a path that is not its own. */
async function isThere(
  scene: Scene,
  operation: Operation,
  elsewhere: Thing,
  part: Thing,
): Promise<boolean> {
  if (!isSuccess(await scene.send(operation, { thing: elsewhere }))) return false
  const { read } = part.resource.operations
  if (operation.method === 'DELETE') {
    // Who removes nothing may say so.
    return read !== undefined && !isSuccess(await scene.send(read, { thing: part }))
  }
  // Something else may have the same identity there; a file tells of none.
  const isItem = scene.kit.things.maker.placeOf(part.resource, operation) !== undefined
  return !isItem || isOf(scene, part, await scene.read(elsewhere))
}
