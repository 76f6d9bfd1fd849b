import assert from 'node:assert/strict'
import type { PlantStore, StoreErrorCode } from '../../src/store/store.js'
import type { Operations } from './operate.js'

/**
 * Test cases by title. Each gets an empty store, which the suite closes, and the operations of the plant
 * store on it.
 */
export type Cases = Readonly<
  Record<string, (store: PlantStore, operations: Operations) => Promise<void>>
>

/** Asserts that a call rejects with a `StoreError` of this code. */
export async function rejects(call: Promise<unknown>, code: StoreErrorCode, hint?: string) {
  await assert.rejects(call, { name: 'StoreError', code }, hint)
}
