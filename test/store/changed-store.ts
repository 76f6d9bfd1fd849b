import type { PlantStore } from '../../src/store/store.js'

/** A store with some methods replaced, whatever methods it has. */
export function changedStore(store: PlantStore, changes: Partial<PlantStore>): PlantStore {
  return new Proxy(store, {
    get(target, name: keyof PlantStore) {
      // Whoever awaits a store asks for `then`.
      return changes[name] ?? target[name]?.bind(target)
    },
  })
}
