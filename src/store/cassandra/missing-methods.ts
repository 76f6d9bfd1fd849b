import { StoreError } from '../common/store-error.js'
import type { PlantStore } from '../store.js'

/** All methods of a complete store, each of which refuses, for a store that has some of them. */
export function missingMethods(complete: PlantStore): object {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(complete))
  const message = (name: string) =>
    `the store in Cassandra has no method "${name}"; add it to src/store/cassandra/methods.ts`
  const refuse = (name: string) => async (): Promise<never> => {
    throw new StoreError('UNSUPPORTED', message(name))
  }
  return Object.fromEntries(names.map((name) => [name, refuse(name)]))
}
