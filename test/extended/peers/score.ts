import type { ContractName } from '../../toolkit/conformance/servers/kernel/document.js'
import type { Results } from './results.js'
import type { Subject } from './subjects.js'
import type { Outcome, Tester } from './tester.js'

/**
 * The score of a tester. A fault is found if a kind of failure is reported that is reported of no correct server: else
 * an alarm that always comes would find everything. `accused` are correct servers of which something was reported,
 * `tests` is the least number of tests of one.
 */
export function scoreOf(
  tester: Tester,
  contract: ContractName,
  subjects: readonly Subject[],
  results: Results,
) {
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

export type Score = ReturnType<typeof scoreOf>
