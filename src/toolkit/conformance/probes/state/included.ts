import type { Parameter } from '../../document/contract.js'
import { typesOf } from '../../document/members.js'
import { type ListView, listView } from '../../resources/list-view.js'
import { fetchAll } from '../../resources/pages.js'
import { find, type Scenario } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { keysOf, listOf, populate } from './lists/populate.js'
import { isOf } from './read-back.js'

/** A list that includes more has what it had, and what was removed where it says so. */
export const moreIsIncluded: Scenario = {
  what: 'a list is asked to include more',
  about: listOf,
  async play(scene, resource) {
    const view = listView(scene.kit.contract, resource) as ListView
    const added = view.others.filter((each) => isIncluding(scene, each))
    if (added.length === 0) return
    const { parent, things } = await populate(scene, resource)
    const [removed] = things
    const { remove } = resource.operations
    const isRemoved = remove && removed && isSuccess(await scene.send(remove, { thing: removed }))
    for (const { name } of added) {
      const wrong = await scene.lasting(async () => {
        const usual = await fetchAll(scene, view, { thing: parent })
        const more = await fetchAll(scene, view, { thing: parent, parameters: { [name]: true } })
        if (!usual.isWhole || !more.isWhole) return undefined
        const keys = keysOf(scene, resource, more.items)
        const missing = keysOf(scene, resource, usual.items).find((each) => !keys.includes(each))
        const expected = `${name}=true: `
        if (missing !== undefined) {
          const received = `all but some, such as ${missing}`
          return { expected: `${expected}what is in the list without it, too`, received }
        }
        const isMissed = isRemoved && /delet|remov/i.test(name) && removed.identity !== undefined
        if (!isMissed || more.items.some((each) => isOf(scene, removed, each))) return undefined
        return { expected: `${expected}what was removed`, received: `${keys.length} others` }
      })
      if (wrong !== undefined) find(scene, 'filter', view.operation, wrong)
    }
  },
}

function isIncluding({ kit: { contract } }: Scene, { name, schema, required }: Parameter): boolean {
  const isBoolean = String(typesOf(contract, schema)) === 'boolean'
  return isBoolean && !required && /^include/i.test(name)
}
