import { find, type Scenario } from '../../resources/scenario.js'
import { replacementOf } from './changed.js'

/** What can be read is there for what replaces, changes or removes it, too. */
export const readIsReached: Scenario = {
  what: 'what can be read is replaced, changed and removed',
  about: ({ operations: { create, read, replace, change, remove } }) =>
    create && read && (replace ?? change ?? remove),
  async play(scene, resource) {
    const { read, replace, change, remove } = resource.operations
    const ways = [
      [replace, 'replaced'],
      [change, 'patched'],
      [remove, 'removed'],
    ] as const
    for (const [operation, check] of ways) {
      if (operation === undefined || operation.path !== read?.path) continue
      const thing = await scene.make(resource)
      const body = operation === replace ? replacementOf(scene, thing) : undefined
      const status = await scene.lasting(async () => {
        const response = await scene.send(operation, { thing, body })
        const isMissing = response.status === 404 && (await scene.read(thing)) !== undefined
        return isMissing ? response.status : undefined
      })
      if (status === undefined) continue
      const expected = 'no status 404 for what GET answers'
      find(scene, check, operation, { expected, received: `status ${status}`, aspect: 'reached' })
    }
  },
}
