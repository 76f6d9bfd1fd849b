import assert from 'node:assert/strict'
import type { PlantStore, StoreErrorCode } from '../../src/store/store.js'
import type { Operations } from './operate.js'

/**
 * What the store must do, and the proof on a store of its own, which the suite closes. The operations
 * of the plant store work on the same store.
 */
export type Cases = Readonly<
  Record<string, (store: PlantStore, operations: Operations) => Promise<void>>
>

/** Asserts that a call rejects with a `StoreError` of this code. */
export async function rejects(call: Promise<unknown>, code: StoreErrorCode, hint?: string) {
  await assert.rejects(call, { name: 'StoreError', code }, hint)
}
