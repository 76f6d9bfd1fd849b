import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * Keeps one of the objects that `process.nextTick` makes. V8 forgets their shape when a full garbage
 * collection finds none, and from then on Node makes each of them five times as slowly (V8 11.3 in
 * Node 20). A request takes about ten.
 */
export function keepTickShape(): void {
  process.nextTick(() => {
    if (kept.length === 0) kept.push(executionAsyncResource())
  })
}
