import { faults } from '../../toolkit/conformance/servers/faults.js'
import type { ContractName } from '../../toolkit/conformance/servers/kernel/document.js'
import { type Started, startServer, startVariant } from '../../toolkit/conformance/servers/start.js'
import { variants } from '../../toolkit/conformance/servers/variants.js'

export interface Subject {
  readonly contract: ContractName
  /** The same for the same server: `plants fault title-lost`. */
  readonly name: string
  /** What is wrong, in a sentence; undefined for a correct server. */
  readonly fault: string | undefined
  readonly seed: number
  start(): Promise<Started>
}

/** Faults beyond doubt: every so many of them one. */
export function faulty(contract: ContractName, step: number): Subject[] {
  const sure = faults[contract].filter(({ certainty }) => certainty === 'must')
  const chosen = sure.filter((_, index) => index % step === 0)
  return chosen.map(({ name, says }) => ({
    contract,
    name: `${contract} fault ${name}`,
    fault: says,
    seed: 1,
    start: () => startServer(contract, name),
  }))
}

/** Correct servers: a plain one with some seeds, and every so many variants one. */
export function correct(contract: ContractName, seeds: number, step: number): Subject[] {
  const plain = Array.from({ length: seeds }, (_, index) => ({
    contract,
    name: `${contract} seed ${index + 1}`,
    fault: undefined,
    seed: index + 1,
    start: () => startServer(contract),
  }))
  const chosen = variants.filter((_, index) => index % step === step - 1)
  const free = chosen.map(({ name }) => ({
    contract,
    name: `${contract} variant ${name}`,
    fault: undefined,
    seed: 1,
    start: () => startVariant(contract, name),
  }))
  return [...plain, ...free]
}
