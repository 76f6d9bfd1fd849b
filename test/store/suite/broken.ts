import { memory } from '../../../src/store/memory.js'
import type { PlantStore, StoredPlant } from '../../../src/store/store.js'
import { changedStore } from '../changed-store.js'

/** Stores by `DEFECT | PART OF A TITLE`: what each does, and the case that notices it. */
export type Defects = Readonly<Record<string, () => PlantStore>>

/** A store that works, except for the methods that `change` replaces. */
export function broken(change: (good: PlantStore) => Partial<PlantStore>): () => PlantStore {
  return () => {
    const good = memory()
    return changedStore(good, change(good))
  }
}

type Create = PlantStore['create']

/** A store that creates in another way. */
export const creating = (
  create: (good: PlantStore, ...call: Parameters<Create>) => ReturnType<Create>,
) => broken((good) => ({ create: (...call) => create(good, ...call) }))

/** Stores another plant than it was given. */
export const altered = (alter: (plant: StoredPlant) => StoredPlant) =>
  creating(async (good, plant, options) => good.create(alter(plant), options))

/** Stores other texts than it was given. */
export const retexted = (alter: (text: string) => string) =>
  altered(({ id, name, tag }) => ({ id, name: alter(name), tag: tag && alter(tag) }))
