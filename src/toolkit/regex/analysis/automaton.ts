import type { Syntax } from '../syntax.js'
import { type Fragment, FragmentBuilder, TooLarge, type Ways } from './parts.js'

/**
 * The ways of a pattern through a text: from each place in the pattern where a character is read, the
 * places where the next one can be, and in how many ways. The engine tries them all, one after the
 * other, when it finds no match.
 */
export interface Automaton {
  /** The class that is read at each place. */
  readonly classes: readonly string[]
  /** By place, in how many ways to each next one. */
  readonly follow: readonly Ways[]
  /** The places that come first at the start of a text, and those that come first anywhere. */
  readonly first: { readonly atStart: Ways; readonly anywhere: Ways }
  /** The places behind which nothing can fail any more: a match is found there. */
  readonly done: ReadonlySet<number>
  /** In how many ways, at most, a text can go through what is not repeated. */
  readonly shapes: number
}

/** What is told apart of bounded repetitions; beyond that they are taken for unbounded ones. */
interface Detail {
  /** How many copies of what must be there so many times. */
  readonly copies: number
  /** How many more there may be, for each number to be a way of its own. */
  readonly optional: number
}

const FINE: Detail = { copies: 50, optional: 20 }
const MEDIUM: Detail = { copies: 50, optional: 1 }
const COARSE: Detail = { copies: 1, optional: 1 }

/** How many ways are told apart. */
const FEW_SHAPES = 1_000

/**
 * The automaton of a syntax. Where a bounded repetition has too many ways it is taken for an unbounded
 * one, which has them all and more. `undefined` where it is too large.
 */
export function automatonOf(syntax: Syntax): Automaton | undefined {
  const fine = build(syntax, FINE)
  if (fine !== undefined && fine.shapes <= FEW_SHAPES) return fine
  return build(syntax, MEDIUM) ?? build(syntax, COARSE)
}

function build(syntax: Syntax, detail: Detail): Automaton | undefined {
  const parts = new FragmentBuilder()
  const part = wholePart(syntax, parts, detail)
  if (part === undefined) return undefined
  return {
    classes: parts.classes,
    follow: parts.follow,
    first: { atStart: part.firstAtStart, anywhere: part.first },
    done: doneIn(parts.follow, part.end),
    shapes: part.shapes,
  }
}

function wholePart(syntax: Syntax, parts: FragmentBuilder, detail: Detail): Fragment | undefined {
  try {
    return partOf(syntax, parts, detail)
  } catch (error) {
    /* c8 ignore next -- nothing else is thrown */
    if (!(error instanceof TooLarge)) throw error
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
  if ('any' in syntax) {
    return parts.choice(syntax.any.map((each) => partOf(each, parts, detail)))
  }
  if ('of' in syntax) return repetition(syntax, parts, detail)
  return parts.place('at' in syntax ? syntax.at : 'edge')
}

function repetition(
  { of, least, most = Infinity }: { of: Syntax; least: number; most?: number },
  parts: FragmentBuilder,
  detail: Detail,
): Fragment {
  const copy = () => partOf(of, parts, detail)
  const copies = Math.min(least, detail.copies)
  let part = parts.nothing()
  for (let count = 0; count < copies; count++) {
    part = parts.sequence(part, copy())
  }
  if (most === copies) return part
  if (copies === least && most - least <= detail.optional) {
    let rest = parts.nothing()
    for (let count = least; count < most; count++) {
      rest = parts.optional(parts.sequence(copy(), rest))
    }
    return parts.sequence(part, rest)
  }
  const body = copy()
  // Those that must be there may match no text, and it is a way of its own which of them do.
  const repeated = parts.sequence(part, parts.repeated(body, copies < least ? 1 + body.empty : 1))
  // With fewer copies than there must be, the end is not where it seems to be.
  return copies === least ? repeated : { ...repeated, end: new Set(), canEndEmpty: false }
}

/** From `end` the match is complete, unless the engine tries something first that can fail. */
function doneIn(follow: readonly Ways[], end: ReadonlySet<number>): ReadonlySet<number> {
  const done = new Set(end)
  for (let size = -1; size !== done.size; ) {
    size = done.size
    for (const place of done) {
      if ([...(follow[place] as Ways).keys()].some((next) => !done.has(next))) done.delete(place)
    }
  }
  return done
}
