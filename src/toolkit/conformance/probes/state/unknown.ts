import { NOTHING } from '../../../samples/index.js'
import type { Operation } from '../../document/contract.js'
import { formatOf } from '../../document/members.js'
import { isOpen } from '../../requests/credentials.js'
import { keyLeading, keyTo } from '../../resources/leading.js'
import { unknownIdentity } from '../../resources/new-identity.js'
import { creationOf, isRelation, type TestedResource } from '../../resources/resource.js'
import { documents, find, isAsMeant, type Scenario } from '../../resources/scenario.js'
import type { Scene } from '../../resources/scene.js'
import type { Thing } from '../../resources/thing.js'
import { shown } from '../../values/shown.js'

/** An identity that nothing has is answered with 404, where that is documented. */
export const unknownIsRefused: Scenario = {
  what: 'requests lead to a thing that does not exist',
  about: ({ operations: { read, replace, change, remove, create }, parameter }) =>
    parameter && (read ?? replace ?? change ?? remove ?? create),
  async play(scene, resource) {
    const { contract, things } = scene.kit
    const identity = unknownIdentity(scene.kit, resource)
    if (identity === NOTHING) return
    // Who makes things knows which there are; of others only a UUID is sure to be one that nothing has.
    const { create, replace, read, remove } = resource.operations
    const makes = (create ?? replace) !== undefined && things.known(resource) !== undefined
    const isSure = formatOf(contract, resource.parameter?.schema ?? true) === 'uuid'
    const asked = makes ? contract.tested : isSure && read ? [read] : []
    for (const operation of asked) {
      const key = keyLeading(scene.kit.resources, operation, resource)
      // PUT may create what is not there (RFC 9110, section 9.3.4).
      const isCreation = operation === (documents(operation, 201) ? replace : creationOf(resource))
      const isOpenRemoval = operation === remove && isRelation(resource)
      if (key === undefined || isCreation || isOpenRemoval || !documents(operation, 404)) continue
      await isRefused(scene, operation, [key, identity], things.known(resource))
      if (!isOpen(operation)) await isHidden(scene, resource, operation, identity)
    }
  },
}

async function isRefused(
  scene: Scene,
  operation: Operation,
  unknown: readonly [key: string, identity: unknown],
  known: Thing | undefined,
): Promise<void> {
  const values = new Map([unknown])
  const response = await scene.send(operation, { thing: { values } })
  const isInvalid = response.status === 400 || response.status === 422
  if (response.status === 202 || !(isInvalid || isAsMeant(operation, response))) return
  // The request is valid but for what it leads to, unless the server checks more than the document says.
  const control = isInvalid && known ? await scene.send(operation, { thing: known }) : undefined
  if (control?.status === response.status) return
  const expected = `status 404: nothing has the identity ${shown(unknown[1])}`
  find(scene, 'unknown-refused', operation, { expected, received: `status ${response.status}` })
}

/** Whoever has no credential learns the same of what there is and of what there is not. */
async function isHidden(
  scene: Scene,
  resource: TestedResource,
  operation: Operation,
  identity: unknown,
): Promise<void> {
  const thing = scene.kit.things.known(resource)
  if (thing === undefined) return
  const values = new Map([...thing.values, [keyTo(resource), identity]])
  const { status } = await scene.send(operation, { thing: { values }, credentials: {} })
  if (status !== 404) return
  const known = await scene.send(operation, { thing, credentials: {} })
  if (known.status !== 401) return
  const expected = 'status 401 without a credential, as for what there is'
  find(scene, 'authentication-first', operation, { expected, received: `status ${status}` })
}
