import type { CreateOutcome, StoredPlant } from '../../src/store/store.js'

/** A call of a store and what came of it. Times are of one clock that never goes back. */
interface Recorded {
  readonly id: bigint
  readonly start: number
  /** When the result was there. */
  readonly end: number
}

/** A create; `lost` if it failed so that the plant is stored completely or not at all. */
export interface RecordedCreate extends Recorded {
  readonly plant: StoredPlant
  readonly outcome: CreateOutcome | 'lost'
}

/** A read that did not fail. */
export interface RecordedRead extends Recorded {
  readonly found: StoredPlant | undefined
}

export interface History {
  readonly creates: readonly RecordedCreate[]
  readonly reads: readonly RecordedRead[]
}

/**
 * What is wrong with a history of a store, one line for each id; nothing if it could be one of a store that
 * does one call after the other, each at a moment between its start and its end (linearizable: Herlihy and
 * Wing, 1990). A plant is written once: never changed, never lost. So it is enough to look for one moment at
 * which one of the creates stored the plant that all others met.
 *
 * A create that a store itself repeats may meet its own plant: `unchanged` may be the one that stored.
 */
export function problemsOf({ creates, reads }: History): string[] {
  const [createsOf, readsOf] = [byId(creates), byId(reads)]
  return [...new Set([...createsOf.keys(), ...readsOf.keys()])].flatMap((id) => {
    const problem = problemOf(createsOf.get(id) ?? [], readsOf.get(id) ?? [])
    return problem === undefined ? [] : `plant ${id}: ${problem}`
  })
}

function byId<Call extends Recorded>(calls: readonly Call[]): Map<bigint, Call[]> {
  const groups = new Map<bigint, Call[]>()
  for (const call of calls) {
    const group = groups.get(call.id)
    if (group) group.push(call)
    else groups.set(call.id, [call])
  }
  return groups
}

/** What is wrong with the calls for one id. */
function problemOf(
  creates: readonly RecordedCreate[],
  reads: readonly RecordedRead[],
): string | undefined {
  const created = creates.filter(({ outcome }) => outcome === 'created')
  if (created.length > 1) return `was created ${created.length} times`
  const texts = new Set([
    ...reads.flatMap(({ found }) => (found ? textOf(found) : [])),
    ...creates.flatMap(({ outcome, plant }) => (isSame(outcome) ? textOf(plant) : [])),
  ])
  if (texts.size > 1) return `was ${[...texts].join(' and ')}`
  const [text] = texts
  const refused = creates.filter(({ outcome }) => outcome === 'conflict')
  if (refused.some(({ plant }) => textOf(plant) === text)) return 'was in conflict with itself'
  return momentProblem({ text, creates, refused, reads })
}

interface OneId {
  /** The plant that was met, if any. */
  readonly text: string | undefined
  readonly creates: readonly RecordedCreate[]
  readonly refused: readonly RecordedCreate[]
  readonly reads: readonly RecordedRead[]
}

/** Looks for the moment at which the plant was stored: after what missed it, before what met it. */
function momentProblem({ text, creates, refused, reads }: OneId): string | undefined {
  const met = [...refused, ...reads.filter(({ found }) => found)]
  const missed = reads.filter(({ found }) => !found)
  const known = creates.filter(({ outcome }) => isSame(outcome))
  if (met.length === 0 && known.length === 0) return undefined
  const latestMiss = Math.max(...missed.map(({ start }) => start))
  const earliestMeeting = Math.min(...[...met, ...known].map(({ end }) => end))
  if (latestMiss > earliestMeeting) return 'was lost'
  const created = known.filter(({ outcome }) => outcome === 'created')
  const makers =
    created.length > 0 ? created : creates.filter((each) => mayHaveMade(each, text, refused))
  const isPossible = makers.some(({ start, end, outcome }) => {
    const last = outcome === 'lost' ? Number.POSITIVE_INFINITY : end
    return Math.max(start, latestMiss) <= Math.min(last, earliestMeeting)
  })
  return isPossible ? undefined : 'was met although nobody had created it'
}

function mayHaveMade(
  { outcome, plant }: RecordedCreate,
  met: string | undefined,
  refused: readonly RecordedCreate[],
): boolean {
  if (outcome === 'conflict') return false
  const text = textOf(plant)
  return met === undefined ? !refused.some((each) => textOf(each.plant) === text) : text === met
}

function isSame(outcome: RecordedCreate['outcome']): boolean {
  return outcome === 'created' || outcome === 'unchanged'
}

function textOf({ name, tag }: StoredPlant): string {
  return JSON.stringify([name, tag])
}
