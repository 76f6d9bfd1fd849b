import type { PlantStore } from '../../src/store/store.js'

/** A store with some methods replaced. */
export function changedStore(store: PlantStore, changes: Partial<PlantStore>): PlantStore {
  return new Proxy(store, {
    get(target, name: keyof PlantStore) {
      // An `await` of a store reads `then`.
      return changes[name] ?? target[name]?.bind(target)
    },
  })
}
