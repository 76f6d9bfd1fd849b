import type { Outcome, Subject, Tester } from './tester.js'

type Measured = Outcome & { readonly what: string }

/**
 * The score of a tester. A fault is found if a kind of failure is reported that is reported of no correct server: else
 * an alarm that always comes would find everything.
 */
export class Score {
  readonly correct: Measured[] = []
  readonly faulty: Measured[] = []

  async measure(tester: Tester, { contract, fault, seed, start }: Subject): Promise<void> {
    const server = await start()
    try {
      const outcome = await tester.test(contract, server, seed)
      const all = fault === undefined ? this.correct : this.faulty
      all.push({ ...outcome, what: fault ?? `${contract} ${seed}` })
    } finally {
      await server.close()
    }
  }

  get found(): string[] {
    const alarms = new Set(this.correct.flatMap(({ failures }) => failures))
    const isFound = ({ failures }: Outcome) => failures.some((each) => !alarms.has(each))
    return this.faulty.filter(isFound).map(({ what }) => what)
  }

  /** Correct servers of which something was reported. */
  get accused(): Measured[] {
    return this.correct.filter(({ failures }) => failures.length > 0)
  }

  /** Of the faulty ones, the median. */
  get seconds(): number {
    return (
      this.faulty.map(({ seconds }) => seconds).sort((a, b) => a - b)[this.faulty.length >> 1] ?? 0
    )
  }

  /** The least number of tests of a correct server. */
  get tests(): number {
    return Math.min(...this.correct.map(({ tests }) => tests))
  }
}
