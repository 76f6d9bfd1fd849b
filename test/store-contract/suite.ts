/**
 * The proof that a store keeps the contract in `src/store/store.ts`. Runs in any test runner whose
 * test object has a method `test`: tap, node:test, vitest.
 *
 * @example
 * await storeContract(t, { name: 'memory', create: () => memory() })
 */
import type { PlantStore } from '../../src/store/store.js'
import type { Cases } from './case.js'
import { concurrency } from './concurrency.js'
import { exactness } from './exactness.js'
import { lifecycle } from './lifecycle.js'
import { operationsOn } from './operate.js'
import { operations } from './operations.js'
import { outcomes } from './outcomes.js'
import { ownership } from './ownership.js'
import { reopening } from './reopening.js'
import { signals } from './signals.js'

/** What the suite asks of a test runner. */
export interface Runner {
  test(name: string, run: () => Promise<void>): unknown
}

/** The store to prove. */
export interface StoreUnderTest {
  /** Names the tests. */
  readonly name: string
  /** Makes a store that holds nothing; called once for each case. */
  readonly create: () => PlantStore | Promise<PlantStore>
  /**
   * Opens what the store that `create` made last has kept, after that one was closed. Leave it out
   * when closing the store loses the plants.
   */
  readonly reopen?: () => PlantStore | Promise<PlantStore>
}

/** Runs every case on a store of its own, one after the other. */
export async function storeContract(
  runner: Runner,
  { name, create, reopen }: StoreUnderTest,
): Promise<void> {
  const cases: Cases = {
    ...outcomes,
    ...exactness,
    ...ownership,
    ...concurrency,
    ...signals,
    ...lifecycle,
    ...operations,
    ...(reopen && reopening(reopen)),
  }
  for (const [title, run] of Object.entries(cases)) {
    await runner.test(`${name}: ${title}`, async () => {
      const store = await create()
      try {
        await run(store, operationsOn(store))
      } finally {
        await store.close()
      }
    })
  }
}
