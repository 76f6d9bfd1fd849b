import { catalogFaults } from './faults/catalog.js'
import type { Fault } from './faults/fault.js'
import { plantFaults } from './faults/plants.js'
import type { ContractName } from './kernel/document.js'

/** A fault whose parts are those of its contract's server. */
// biome-ignore lint/suspicious/noExplicitAny: a patch takes the parts of its own contract
export type AnyFault = Fault<any>

export const faults: Readonly<Record<ContractName, readonly AnyFault[]>> = {
  plants: plantFaults,
  catalog: catalogFaults,
}

export function faultNamed(contract: ContractName, name: string): AnyFault {
  const fault = faults[contract].find((each) => each.name === name)
  if (!fault) throw new Error(`${contract} has no fault ${name}`)
  return fault
}
