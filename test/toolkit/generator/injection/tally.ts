/* c8 ignore start -- half of this is reached only when a document gets through */
import type { GeneratedFile } from '#toolkit/generator/print/print.js'
import { attempt, type Outcome, type Trial } from './trial.js'

/** The outcome of many trials. */
export interface Tally {
  /** With the texts that led to them. */
  readonly faults: readonly string[]
  readonly verdicts: Record<Outcome['verdict'], number>
  /** The files of each document that was accepted. */
  readonly accepted: readonly (readonly GeneratedFile[])[]
}

export function tally(trials: readonly Trial[]): Tally {
  const faults: string[] = []
  const verdicts = { alike: 0, refused: 0, neither: 0, faulty: 0 }
  const accepted: (readonly GeneratedFile[])[] = []
  for (const trial of trials) {
    const outcome = attempt(trial)
    verdicts[outcome.verdict]++
    if (outcome.verdict === 'alike') accepted.push(outcome.files)
    if (outcome.verdict === 'faulty') {
      const [[position, { text }] = ['', { text: '' }]] = [...trial.texts]
      const where = `${trial.texts.size} texts, first ${JSON.stringify(text)} at ${position}`
      faults.push(...outcome.faults.map((fault) => `${where}: ${fault}`))
    }
  }
  return { faults, verdicts, accepted }
}
