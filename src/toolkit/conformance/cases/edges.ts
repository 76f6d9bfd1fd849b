import { grouped } from '../../generator/shared/collections.js'
import { isIdentityName } from '../values/identity-name.js'
import { replacedAt } from '../values/path.js'
import { type PlacedSchema, placesOf, type Rule, type ValuePlace } from '../values/place.js'
import { looseJsonText, readBack } from '../values/token.js'
import { isWellFormed } from '../values/well-formed.js'
import type { Base } from './bases.js'
import { inTurns } from './in-turns.js'
import { arrayEdges } from './makers/arrays.js'
import { branchEdges } from './makers/branches.js'
import type { Candidate, Edge, EdgeContext, EdgeMaker } from './makers/edge.js'
import { accepted } from './makers/edge.js'
import { listedEdges } from './makers/lists.js'
import { numberEdges } from './makers/numbers.js'
import { objectEdges } from './makers/objects.js'
import { recursions } from './makers/recursion.js'
import { isFree, stringEdges } from './makers/strings.js'
import { TEXTS } from './makers/texts.js'
import { typeEdges } from './makers/types.js'

const MAKERS: readonly EdgeMaker[] = [
  objectEdges,
  typeEdges,
  listedEdges,
  numberEdges,
  stringEdges,
  arrayEdges,
  branchEdges,
]

/**
 * Values at the edges of every keyword of a schema, one by one. Each is one change of a valid value, and both
 * opinions agree on it. Kinds and places take turns, so that the first are a good choice.
 */
export function* edgesOf(
  context: EdgeContext,
  root: PlacedSchema,
  bases: readonly Base[],
): Generator<Edge> {
  const seen = new Set<string>()
  const queues = bases.flatMap((base) => queuesOf(context, root, base))
  for (const edge of inOrder(queues, () => textsEverywhere(context, root, bases))) {
    const key = `${edge.fate} ${looseJsonText(edge.value)}`
    if (seen.has(key)) continue
    seen.add(key)
    if (isAsSaid(context, root, edge)) yield edge
  }
}

/**
 * The first of each queue, those of one kind at many places not before all kinds; hostile texts, each of which is in
 * many places at once; then the second of each queue.
 */
function* inOrder(queues: readonly Queue[], texts: () => Edge[]): Generator<Edge> {
  const from = (start: number, end?: number) =>
    queues.map((each) => edgesIn({ ...each, candidates: each.candidates.slice(start, end) }))
  yield* inTurns(from(0, 1))
  yield* texts()
  yield* inTurns(from(1))
}

/** True if both opinions say of an edge what it says of itself. */
export function isAsSaid(
  { contract }: Pick<EdgeContext, 'contract'>,
  { schema }: PlacedSchema,
  { fate, value }: Pick<Edge, 'fate' | 'value'>,
): boolean {
  if (!isWellFormed(value)) return false
  const verdict = contract.verdicts.verdict(schema, readBack(value))
  return fate === 'refused' ? verdict === false : verdict === true
}

/** What a maker has of one kind for a place of a valid value. */
interface Queue {
  readonly base: unknown
  readonly place: ValuePlace
  readonly candidates: readonly Candidate[]
}

function queuesOf(context: EdgeContext, root: PlacedSchema, base: Base): Queue[] {
  const { value, places } = base
  const made = MAKERS.flatMap((make) =>
    places.flatMap((place) =>
      ofOneKind(make(place, context)).map((candidates) => ({ base: value, place, candidates })),
    ),
  )
  const nested = recursions(placesOf(context.contract, root, value)).map(
    ([place, candidates]): Queue => ({ base: value, place, candidates }),
  )
  return [...inTurns(groups([...made, ...nested], kindOf))]
}

/** What the first candidate of a queue breaks or keeps, wherever that is. */
function kindOf({ candidates: [first] }: Queue): string {
  return `${first?.fate} ${first?.pointer.split('/').at(-1)}`
}

/** Candidates of one keyword, about one member, that must all be accepted or all be refused. */
function ofOneKind(candidates: readonly Candidate[]): Candidate[][] {
  const kind = (each: Candidate) => `${each.fate} ${each.pointer} ${each.about ?? ''}`
  return groups(candidates, kind)
}

function groups<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  return [...grouped(items.map((each) => [keyOf(each), each] as const)).values()]
}

function* edgesIn({ base, place, candidates }: Queue): Generator<Edge> {
  const { path, value: middle } = place
  for (const candidate of candidates) {
    const { value: part } = candidate
    const value = replacedAt(base, path, part)
    yield { ...candidate, path, base, part, middle, value }
  }
}

/** Most characters of hostile texts in one value: many servers take 100 kB, and no document says so. */
const MOST_TOGETHER = 90_000

/** Each hostile text in all places of any text at once. */
function textsEverywhere(
  context: EdgeContext,
  root: PlacedSchema,
  [base]: readonly Base[],
): Edge[] {
  if (base === undefined) return []
  const free = base.places.filter(
    (place) =>
      isFree(place) && place.rules.length > 0 && !isIdentityName(String(place.path.at(-1) ?? '')),
  )
  const [first] = free
  if (first === undefined) return []
  const { pointer } = first.rules.at(-1) as Rule
  return TEXTS.map(([told, text]) => {
    const places = free.slice(0, Math.max(1, Math.floor(MOST_TOGETHER / (text.length + 1))))
    const value = places.reduce<unknown>((each, { path }) => {
      const next = replacedAt(each, path, text)
      return isAsSaid(context, root, { fate: 'accepted', value: next }) ? next : each
    }, base.value)
    const { path, value: middle } = first
    return { ...accepted(pointer, told, value), path, base: base.value, part: text, middle }
  })
}
