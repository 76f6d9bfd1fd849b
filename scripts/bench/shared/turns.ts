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
