import { plainName } from '../../../openapi/resources/names.js'
import { questionOf } from '../../document/asked-place.js'
import type { Operation } from '../../document/contract.js'
import { membersOf } from '../../document/members.js'
import { type ListView, listView } from '../../resources/list-view.js'
import { fetchAll } from '../../resources/pages.js'
import { creationOf, type TestedResource } from '../../resources/resource.js'
import { find, type Scenario } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import type { Thing } from '../../resources/thing.js'
import { shown } from '../../values/shown.js'
import { isUnchanged, replacementOf, told } from './changed.js'
import { listedOf } from './read-back.js'

/** What is made below a thing is still there, and the same, when that is replaced. */
export const partsOutlastReplacement: Scenario = {
  what: 'a thing with a part is replaced',
  about: ({ parent, list, operations: { create, read } }) =>
    create && (read ?? list) && parent?.operations.create && parent.operations.replace,
  async play(scene, resource) {
    const parent = resource.parent as TestedResource
    const replace = parent.operations.replace as Operation
    if (namesParts(scene, replace, resource)) return
    const thing = await scene.make(parent)
    const part = await scene.kit.things.make(scene, resource, { parent: thing })
    const view = listView(scene.kit.contract, resource)
    const look = async () => {
      if (resource.operations.read) return scene.read(part as Thing)
      return (await listedOf(scene, part as Thing, view as ListView, { thing })).own[0]
    }
    const before = part && (await look())
    const body = replacementOf(scene, thing)
    if (body === undefined || before === undefined) return
    if (!isSuccess(await scene.send(replace, { thing, body }))) return
    const wrong = await isUnchanged(scene, part as Thing, before, look)
    if (wrong) find(scene, 'replaced', replace, told('in a part of the thing, ', wrong))
  },
}

/** True if a body has the parts as a member, which it replaces, too. */
function namesParts(scene: Scene, operation: Operation, { collection }: TestedResource): boolean {
  const { contract } = scene.kit
  const own = plainName(collection.slice(collection.lastIndexOf('/') + 1))
  const names = membersOf(contract, questionOf(contract, operation) ?? true).keys()
  return [...names].some((name) => plainName(name) === own)
}

/** Members of parts by which a thing may count some of them only. */
const STATES = /state|status|active|enabled|approved|published|visible|hidden|deleted|done/i

/** The number of its parts that a thing tells is that of those that are listed, when one is made and removed. */
export const partsAreCounted: Scenario = {
  what: 'the parts of a thing are counted',
  about: (resource) =>
    resource.list && resource.parent && creationOf(resource) && resource.parent.operations.read,
  async play(scene, resource) {
    const view = listView(scene.kit.contract, resource) as ListView
    const thing = await scene.make(resource.parent as TestedResource)
    const own = plainName(view.operation.path.replace(/^.*\//, ''))
    const counts = ['', 's', 'es'].map((end) => `${own}${end}count`)
    const names = [...counts, `numof${own}`, `numberof${own}`]
    const name = Object.keys(Object(await scene.read(thing))).find((each) =>
      names.includes(plainName(each)),
    )
    const members = [...membersOf(scene.kit.contract, view.place.schema).keys()]
    if (name === undefined || members.some((each) => STATES.test(each))) return
    const isCounted = () =>
      scene.lasting(async () => {
        const { items, isWhole } = await fetchAll(scene, view, { thing })
        const count = Object(await scene.read(thing))[name]
        if (!isWhole || typeof count !== 'number' || count === items.length) return undefined
        return {
          expected: `${name} is ${items.length}: so many are listed`,
          received: shown(count),
        }
      })
    // What there is from the start may count otherwise.
    if (view.isSelected || (await isCounted())) return
    const part = await scene.kit.things.make(scene, resource, { parent: thing })
    const { remove } = resource.operations
    const wrong =
      (await isCounted()) ??
      (part && remove && isSuccess(await scene.send(remove, { thing: part }))
        ? await isCounted()
        : undefined)
    if (wrong) find(scene, 'total', resource.parent?.operations.read as Operation, wrong)
  },
}
