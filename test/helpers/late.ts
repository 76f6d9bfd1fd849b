import type { Contract, OperationContract } from 'fastify-contract'
import type { LazyOperation } from '#toolkit/runtime/contract.js'
import { lateParts } from '#toolkit/runtime/routing/late.js'

/**
 * The same contract, of which each operation is loaded on its first request, and each compiled function
 * when it is called first.
 *
 * @param load - What loading one of them takes.
 */
export function lateContract<C extends Contract>(contract: C, load = async () => {}): C {
  const { late } = lateParts()
  const lateCall = (call: unknown) => late(() => load().then(() => ({ call })), ['call']).call
  const operations = contract.operations.map((operation): LazyOperation => {
    const parts = lateIn(operation as OperationContract, lateCall)
    return { ...operation, parts: 'parts', load: async () => ({ parts }) }
  })
  return { ...contract, operations }
}

/** The same value with other functions, however deep. */
function lateIn<T>(value: T, lateCall: (call: unknown) => unknown): T {
  const known = new Map<unknown, unknown>()
  const change = (each: unknown, key?: string): unknown => {
    if (typeof each === 'function') return key === 'ref' ? () => change(each()) : lateCall(each)
    if (Array.isArray(each)) return each.map((item) => change(item))
    if (Object.getPrototypeOf(Object(each)) !== Object.prototype) return each
    if (known.has(each)) return known.get(each)
    const entries = Object.entries(each as object)
    const made = Object.fromEntries(entries.map(([name, member]) => [name, change(member, name)]))
    known.set(each, made)
    return made
  }
  return change(value) as T
}
