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
  const found = faulty.filter(({ outcome }) => outcome.failures.some((each) => !alarms.has(each)))
  const seconds = faulty.map(({ outcome }) => outcome.seconds).sort((a, b) => a - b)
  return {
    ...{ tester, contract, faulty: faulty.length, correct: correct.length },
    found: found.map(({ subject }) => subject),
    accused: correct.filter(({ outcome }) => outcome.failures.length > 0),
    /** Of the faulty ones, the median. */
    seconds: seconds[seconds.length >> 1] ?? 0,
    tests: Math.min(...correct.map(({ outcome }) => outcome.tests)),
  }
}

export type Score = ReturnType<typeof scoreOf>
