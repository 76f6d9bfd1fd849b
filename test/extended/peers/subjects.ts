import { faults } from '../../toolkit/conformance/servers/faults.js'
import type { ContractName } from '../../toolkit/conformance/servers/kernel/document.js'
import { startServer, startVariant } from '../../toolkit/conformance/servers/start.js'
import { variants } from '../../toolkit/conformance/servers/variants.js'
import type { Subject } from './tester.js'

/** Faults beyond doubt: every so many of them one. */
export function faulty(contract: ContractName, step: number): Subject[] {
  const sure = faults[contract].filter(({ certainty }) => certainty === 'must')
  const chosen = sure.filter((_, index) => index % step === 0)
  return chosen.map(({ name, says }) => ({
    ...{ contract, fault: `${contract} ${name}: ${says}`, seed: 1 },
    start: () => startServer(contract, name),
  }))
}

/** Correct servers: a plain one with some seeds, and every so many variants one. */
export function correct(contract: ContractName, seeds: number, step: number): Subject[] {
  const plain = Array.from({ length: seeds }, (_, index) => ({
    ...{ contract, fault: undefined, seed: index + 1 },
    start: () => startServer(contract),
  }))
  const chosen = variants.filter((_, index) => index % step === step - 1)
  const free = chosen.map((name) => ({
    ...{ contract, fault: undefined, seed: 1 },
    start: () => startVariant(contract, name),
  }))
  return [...plain, ...free]
}
