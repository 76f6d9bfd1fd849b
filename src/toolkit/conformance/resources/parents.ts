import type { Kit } from '../run/kit.js'
import { attempt } from './attempt.js'
import { keyTo } from './leading.js'
import type { TestedResource } from './resource.js'
import type { Scene } from './scene.js'

/** Makes a thing that others of its kind are below from then on, if the server takes one below it. */
export async function makeParent(
  { source: { references }, things }: Kit,
  scene: Scene,
  resource: TestedResource,
): Promise<void> {
  const key = keyTo(resource)
  if (resource.parent !== undefined || !references.hasParents(key)) return
  const make = () => attempt(() => things.make(scene, resource))
  references.parents.set(key, (await make())?.identity)
  if ((await make()) === undefined) references.parents.delete(key)
}
