import type { Operation } from '../../document/contract.js'
import type { ListView } from '../../resources/list-view.js'
import { fetchAll } from '../../resources/pages.js'
import type { TestedResource } from '../../resources/resource.js'
import { find } from '../../resources/scenario.js'
import { isRefusal, type Scene } from '../../resources/scene.js'

interface RefusedCreation {
  readonly operation: Operation
  readonly body: unknown
  /** How many things it makes if its refusal makes no difference. */
  readonly made?: number
}

/** The list is no longer after a refusal than before it. Others may create things meanwhile, but not each time. */
export async function makesNothing(
  scene: Scene,
  resource: TestedResource,
  view: ListView,
  { operation, body, made = 1 }: RefusedCreation,
): Promise<void> {
  const parent = scene.kit.things.known(resource.parent)
  const count = async () => (await fetchAll(scene, view, { thing: parent })).items.length
  const before = await count()
  if (before !== (await count())) return
  const refused = await scene.send(operation, { thing: parent, body })
  if (!isRefusal(refused)) return
  const after = await count()
  if (after !== before + made) return
  const expected = `${before} items after status ${refused.status}, as before it`
  find(scene, 'refused-unchanged', operation, { expected, received: `${after} items` })
}
