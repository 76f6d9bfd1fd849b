import type { Repetition, Syntax } from '../syntax.js'
import { type Fragment, FragmentBuilder } from './fragments.js'
import { BudgetExceeded, type PathCounts } from './path-counts.js'

/**
 * Paths of a pattern through a string: for each place in the pattern that reads a character, the
 * possible next places with the number of paths to each. The engine tries all of them in turn if it
 * finds no match.
 */
export interface Automaton {
  /** The character class of each place. */
  readonly classes: readonly string[]
  /** By place, the number of paths to each next place. */
  readonly follow: readonly PathCounts[]
  /** First places of a match at the start of a string, and anywhere. */
  readonly first: { readonly atStart: PathCounts; readonly anywhere: PathCounts }
  /** Places behind which a match is certain. */
  readonly done: ReadonlySet<number>
  /** Upper bound of the paths through a string, not counting repetitions. */
  readonly acyclicPaths: number
}

/** Precision for bounded repetitions; beyond it they count as unbounded. */
interface Detail {
  /** Most copies of a required repetition. */
  readonly copies: number
  /** Most optional repetitions that count one by one. */
  readonly optional: number
}

const FINE: Detail = { copies: 50, optional: 20 }
const MEDIUM: Detail = { copies: 50, optional: 1 }
const COARSE: Detail = { copies: 1, optional: 1 }

/** Most paths that are counted one by one. */
const FEW_PATHS = 1_000

/** The automaton of a syntax. Bounded repetitions with too many paths count as unbounded. */
export function automatonOf(syntax: Syntax): Automaton | undefined {
  const fine = build(syntax, FINE)
  if (fine !== undefined && fine.acyclicPaths <= FEW_PATHS) return fine
  return build(syntax, MEDIUM) ?? build(syntax, COARSE)
}

function build(syntax: Syntax, detail: Detail): Automaton | undefined {
  const parts = new FragmentBuilder()
  const { classes, follow } = parts
  try {
    const { firstAtStart, first, end, acyclicPaths } = partOf(syntax, parts, detail)
    const starts = { atStart: firstAtStart, anywhere: first }
    return { classes, follow, first: starts, done: doneIn(follow, end), acyclicPaths }
  } catch (error) {
    /* c8 ignore next -- nothing else is thrown */
    if (!(error instanceof BudgetExceeded)) throw error
    return undefined
  }
}

function partOf(syntax: Syntax, parts: FragmentBuilder, detail: Detail): Fragment {
  if (typeof syntax === 'string') return parts.character(syntax)
  if ('all' in syntax) {
    return syntax.all.reduce<Fragment>(
      (before, each) => parts.sequence(before, partOf(each, parts, detail)),
      parts.nothing(),
    )
  }
  if ('any' in syntax) return parts.choice(syntax.any.map((each) => partOf(each, parts, detail)))
  if ('of' in syntax) return repetition(syntax, parts, detail)
  return parts.place('at' in syntax ? syntax.at : 'edge')
}

function repetition(
  { of, least, most = Infinity }: Repetition,
  parts: FragmentBuilder,
  detail: Detail,
): Fragment {
  const copy = () => partOf(of, parts, detail)
  const copies = Math.min(least, detail.copies)
  let part = parts.nothing()
  for (let count = 0; count < copies; count++) part = parts.sequence(part, copy())
  if (most === copies) return part
  if (copies === least && most - least <= detail.optional) {
    let rest = parts.nothing()
    for (let count = least; count < most; count++) {
      rest = parts.optional(parts.sequence(copy(), rest))
    }
    return parts.sequence(part, rest)
  }
  const body = copy()
  // Required copies may match the empty string, and each choice of these is a path of its own.
  const repeated = parts.sequence(part, parts.repeated(body, copies < least ? 1 + body.empty : 1))
  // With fewer copies than required, the end is not where it seems to be.
  return copies === least ? repeated : { ...repeated, end: new Set(), canEndEmpty: false }
}

/** From `end` the match is complete, unless the engine first tries something that can fail. */
function doneIn(follow: readonly PathCounts[], end: ReadonlySet<number>): ReadonlySet<number> {
  const done = new Set(end)
  for (let size = -1; size !== done.size; ) {
    size = done.size
    for (const place of done) {
      if ([...(follow[place] as PathCounts).keys()].some((next) => !done.has(next)))
        done.delete(place)
    }
  }
  return done
}
