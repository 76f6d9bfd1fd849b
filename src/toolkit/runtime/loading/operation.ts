import type { LazyOperation, OperationContract } from '../contract/contract.js'
import { type Lazy, lazy } from './lazy.js'

/**
 * An operation that is loaded and prepared on first use.
 *
 * @param importParts - Calls the import of an operation of a large contract.
 * @param change - Returns the operation that is used instead.
 * @param prepare - Is awaited before first use.
 */
export function lazyOperation(
  operation: OperationContract | LazyOperation,
  importParts: (load: LazyOperation['load']) => ReturnType<LazyOperation['load']>,
  change: (loaded: OperationContract) => OperationContract,
  prepare: (loaded: OperationContract) => Promise<unknown>,
): Lazy<OperationContract> {
  return lazy(async () => {
    const loaded = change(await load())
    await prepare(loaded)
    return loaded
  })

  async function load(): Promise<OperationContract> {
    if (!('load' in operation)) return operation
    const { load, ...route } = operation
    return { ...route, ...(await importParts(load)) }
  }
}
