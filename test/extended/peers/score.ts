import type { ContractName } from '../../toolkit/conformance/servers/kernel/document.js'
import type { Results } from './results.js'
import type { Subject } from './subjects.js'
import type { Outcome, Tester } from './tester.js'

/** How a tester did with the servers of a contract. */
export interface Score {
  readonly tester: Tester
  readonly contract: ContractName
  readonly found: readonly Subject[]
  readonly missed: readonly Subject[]
  /** Correct servers of which something was reported. */
  readonly accused: readonly Subject[]
  readonly acquitted: readonly Subject[]
  /** Kinds of failures that were reported of correct servers. */
  readonly alarms: readonly string[]
  /** Median time for a server, in seconds. */
  readonly seconds: number
  /** The least number of tests of a correct server. */
  readonly tests: number
}

/**
 * The score of a tester. A fault is found if a kind of failure is reported that is reported of no correct server: else
 * an alarm that always comes would find everything.
 */
export function scoreOf(
  tester: Tester,
  contract: ContractName,
  subjects: readonly Subject[],
  results: Results,
): Score {
  const tried = subjects
    .filter((subject) => subject.contract === contract)
    .map((subject) => ({ subject, outcome: results.of(tester, subject) as Outcome }))
  const correct = tried.filter(({ subject }) => subject.fault === undefined)
  const faulty = tried.filter(({ subject }) => subject.fault !== undefined)
  const alarms = new Set(correct.flatMap(({ outcome }) => outcome.failures))
  const isFound = ({ outcome }: { outcome: Outcome }) =>
    outcome.failures.some((failure) => !alarms.has(failure))
  const isAccused = ({ outcome }: { outcome: Outcome }) => outcome.failures.length > 0
  return {
    tester,
    contract,
    found: faulty.filter(isFound).map(({ subject }) => subject),
    missed: faulty.filter((each) => !isFound(each)).map(({ subject }) => subject),
    accused: correct.filter(isAccused).map(({ subject }) => subject),
    acquitted: correct.filter((each) => !isAccused(each)).map(({ subject }) => subject),
    alarms: [...alarms],
    seconds: medianOf(faulty.map(({ outcome }) => outcome.seconds)),
    tests: Math.min(...correct.map(({ outcome }) => outcome.tests)),
  }
}

function medianOf(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1] ?? 0
}
