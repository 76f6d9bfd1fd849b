/**
 * Tests that prove that a store satisfies the contract in `src/store/store.ts`, for any test runner whose
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

/** The part of a test runner that the suite needs. */
export interface Runner {
  test(name: string, run: () => Promise<void>): unknown
}

export interface StoreUnderTest {
  /** Prefix of the tests' titles. */
  readonly name: string
  /** Returns an empty store; called once for each case. */
  readonly create: () => PlantStore | Promise<PlantStore>
  /**
   * Opens the plants of the last created store after that was closed. Leave it out if plants do not survive
   * `close`.
   */
  readonly reopen?: () => PlantStore | Promise<PlantStore>
}

/** Runs all cases one after the other, each on a store of its own. */
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
