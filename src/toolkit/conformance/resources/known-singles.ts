import type { Kit } from '../run/kit.js'
import { attempt } from './attempt.js'
import type { TestedResource } from './resource.js'
import type { Scene } from './scene.js'
import type { SingleResource } from './singles.js'
import { targetOf } from './thing-paths.js'

/** Singles of things, which are set as long as the run does not try what is without them. */
export class KnownSingles {
  readonly #kit: Kit
  readonly #unset = new Set<SingleResource>()

  constructor(kit: Kit) {
    this.#kit = kit
  }

  get areSet(): boolean {
    return this.#unset.size === 0
  }

  /** Notes that a request removed what its path leads to. */
  noteRemoval(path: string): void {
    for (const each of this.#kit.singles) {
      const thing = this.#kit.things.known(each.parent)
      if (each.remove && thing && targetOf(each.remove, thing) === path) this.#unset.add(each)
    }
  }

  /** Notes that another thing is known of a kind. */
  noteOther(parent: TestedResource): void {
    for (const each of this.#kit.singles) if (each.parent === parent) this.#unset.add(each)
  }

  async set(scene: Scene): Promise<void> {
    const unset = [...this.#unset]
    this.#unset.clear()
    for (const { parent, set } of unset) {
      const thing = this.#kit.things.known(parent)
      if (thing !== undefined) await attempt(() => scene.send(set, { thing }))
    }
  }
}
