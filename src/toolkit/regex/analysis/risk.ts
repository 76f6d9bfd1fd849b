import { flagsOf } from '../flags.js'
import { matching } from '../linear/matcher.js'
import { guarded } from '../linear/pattern.js'
import type { Syntax } from '../syntax.js'
import { type Growth, growthOf, isAmbiguous } from './ambiguity.js'
import { attackText } from './attack.js'
import { type Automaton, automatonOf } from './automaton.js'
import { type Letters, lettersOf } from './letters.js'
import { parse } from './parse.js'
import { MOST_WAYS } from './parts.js'
import { Budget, BudgetExceeded, graphOf, type LetterGraph } from './paths.js'
import { classesIn, hasLoop, isOnce, looksIn, reversed, sizeOf } from './syntax.js'

/** What the engine may need for a pattern, and what is to be done about it. */
export interface Risk {
  /** The time as a power of the length of a text; `Infinity` for exponential. */
  readonly degree: number
  /** Up to this length of a text there is nothing to fear. */
  readonly short: number
  /** What is matched in linear time instead; none where that is not possible. */
  readonly syntax?: Syntax
  /** A text that takes its time, as far as one is known. */
  readonly attack?: string
}

/** How many steps an analysis may take, a few hundredths of a second, and how many for each part. */
const MOST_STEPS = 300_000
const STEPS_EACH = 10
/** How large a pattern may be that is matched in linear time. */
const MOST_STATES = 50_000

const known = new Map<string, Risk | undefined>()

/** The risk of a pattern that compiles; `undefined` where its time is linear. */
export function riskOf(pattern: string): Risk | undefined {
  if (known.has(pattern)) return known.get(pattern)
  const risk = analyse(pattern)
  known.set(pattern, risk)
  // Examples are held against it here.
  if (risk !== undefined) guarded(pattern, flagsOf(pattern), risk.short, risk.syntax)
  return risk
}

/** Without repetitions, and with so few alternatives, there is nothing to look for. */
const HARMLESS = /^(?:[^*+{|?]*[|?]){0,9}[^*+{|?]*$/

function analyse(pattern: string): Risk | undefined {
  if (HARMLESS.test(pattern)) return undefined
  const flags = flagsOf(pattern)
  const parsed = parse(pattern, flags)
  if (parsed === undefined)
    return { degree: Infinity, short: lengthFor(ENOUGH, Infinity, MOST_WAYS) }
  const { syntax, isExact, classes } = parsed
  const letters = lettersOf(classes, classesIn(syntax), flags)
  const { growth, ways } = timeOf(syntax, letters)
  if (growth.degree <= 1) return undefined
  const { degree } = growth
  const isSmall = sizeOf(syntax) <= MOST_STATES
  const matches = isSmall ? matching(syntax, flags) : () => false
  const attack = attackText(growth, letters, matches)
  const isMatched = isExact && isSmall
  return {
    degree,
    short: lengthFor(isMatched ? FEW : ENOUGH, degree, ways),
    ...(isMatched && { syntax }),
    ...(attack !== undefined && { attack }),
  }
}

/** The steps that are nothing to speak of, and those that are just bearable: some milliseconds. */
const FEW = 20_000
const ENOUGH = 1_000_000
/** The ways without loops that are nothing to speak of. */
const MOST_SHAPES = 10_000

function lengthFor(steps: number, degree: number, ways: number): number {
  return Math.floor(
    Number.isFinite(degree) ? steps ** (1 / degree) : Math.log(steps) / Math.log(ways),
  )
}

interface TimeEstimate {
  readonly growth: Growth
  /** How many ways there are to go on with a character, at most. */
  readonly ways: number
}

const UNKNOWN: TimeEstimate = {
  growth: { degree: Infinity, prefix: [], pump: [] },
  ways: MOST_WAYS,
}

function timeOf(syntax: Syntax, letters: Letters): TimeEstimate {
  try {
    return wholeTime(syntax, letters, true, new Budget(MOST_STEPS + STEPS_EACH * sizeOf(syntax)))
  } catch (error) {
    /* c8 ignore next -- nothing else is thrown */
    if (!(error instanceof BudgetExceeded)) throw error
    return UNKNOWN
  }
}

/** The time with that of the looks around, which take theirs at each place where they are tried. */
function wholeTime(
  syntax: Syntax,
  letters: Letters,
  isSearched: boolean,
  budget: Budget,
): TimeEstimate {
  const own = partTime(syntax, letters, isSearched, budget)
  return looksIn(syntax).reduce((worst, look) => {
    const body = 'ahead' in look ? look.ahead : reversed(look.behind)
    const { ways, growth } = wholeTime(body, letters, false, budget)
    const inner = Math.max(growth.degree, hasLoop(body) ? 1 : 0)
    const degree = isOnce(syntax, look) ? inner : Math.max(own.growth.degree, 1) + inner
    return {
      ways: Math.max(worst.ways, ways),
      growth: degree > worst.growth.degree ? { ...growth, degree } : worst.growth,
    }
  }, own)
}

function partTime(
  syntax: Syntax,
  letters: Letters,
  isSearched: boolean,
  budget: Budget,
): TimeEstimate {
  const automaton = automatonOf(syntax)
  if (automaton === undefined) throw new BudgetExceeded()
  const graph = graphOf(automaton, letters, isSearched)
  const growth = growthOf(graph, budget)
  const isMany = growth.degree <= 1 && hasManyShapes(automaton, graph, budget)
  const degree = isMany ? Infinity : growth.degree
  return { growth: { ...growth, degree }, ways: degree > 1 ? waysOf(graph, letters) : 1 }
}

/** Without loops the ways are not without end, but may be more than can be tried. */
function hasManyShapes(
  { shapes, classes }: Automaton,
  graph: LetterGraph,
  budget: Budget,
): boolean {
  // Those of a list of words are no more than its letters.
  return shapes > Math.max(MOST_SHAPES, classes.length) && isAmbiguous(graph, budget)
}

function waysOf({ next, letters: read }: LetterGraph, letters: Letters): number {
  const counts = letters.samples.flatMap((_, letter) =>
    next.map((steps) =>
      steps
        .filter(({ to }) => ((read[to] as bigint) >> BigInt(letter)) & 1n)
        .reduce((sum, { ways }) => sum + ways, 0),
    ),
  )
  return counts.reduce((most, count) => Math.max(most, count))
}
