export type Summary = Readonly<Record<'median' | 'min' | 'max', number>>

/** @param values - at least one. */
export function summarize(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] as number
  const middle = (sorted.length - 1) / 2
  const median = (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2
  return { median, min: at(0), max: at(sorted.length - 1) }
}

/** `1.52 (1.49-1.60)`: the median and the range. */
export function printSummary({ median, min, max }: Summary, digits = 2): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}-${max.toFixed(digits)})`
}

/**
 * Runs participants in turns, so that all meet the same conditions. One whose turn resolves with a string,
 * the reason of its failure, has no other turn.
 */
export async function takeTurns<Participant, Result extends object>(
  participants: readonly Participant[],
  runs: number,
  turn: (participant: Participant) => Promise<Result | string>,
): Promise<Map<Participant, Result[] | string>> {
  const results = new Map<Participant, Result[] | string>(participants.map((each) => [each, []]))
  for (let run = 0; run < runs; run++) {
    for (const participant of participants) {
      const before = results.get(participant)
      if (typeof before !== 'object') continue
      const result = await turn(participant)
      results.set(participant, typeof result === 'string' ? result : [...before, result])
    }
  }
  return results
}
