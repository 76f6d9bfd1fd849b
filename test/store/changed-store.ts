import { memory } from '../../src/store/memory.js'
import type { PlantStore } from '../../src/store/store.js'
import { gate } from '../helpers/gate.js'

export function changedStore(store: PlantStore, changes: Partial<PlantStore>): PlantStore {
  return new Proxy(store, {
    get(target, name: keyof PlantStore) {
      // An `await` of a store reads `then`.
      return changes[name] ?? target[name]?.bind(target)
    },
  })
}

/** A store that holds its creates until it is told to go on; `begun` resolves when there are so many. */
export function heldStore(count = 1) {
  const store = memory()
  const [begun, released] = [gate(), gate()]
  let asked = 0
  const held = changedStore(store, {
    create: async (...call) => {
      if (++asked === count) begun.open()
      await released.passed
      return store.create(...call)
    },
  })
  return { store: held, begun: begun.passed, release: released.open }
}
