import { compile, type MatchProgram } from '../regex/linear/program.js'
import { parse } from '../regex/parse.js'
import { flagsOf, type Syntax } from '../regex/syntax.js'

/** What a rule knows after some characters: the states that it is in, or that it has matched. */
export interface Front {
  readonly states: readonly number[]
  readonly isMatched: boolean
  readonly key: string
}

const MATCHED: Front = { states: [], isMatched: true, key: '+' }

/** A pattern that texts match, or must not match, read character by character. */
export class TextRule {
  readonly classes: readonly string[]
  readonly flags: string
  readonly first: Front
  readonly #program: MatchProgram
  readonly #isNegative: boolean
  readonly #known = new Map<readonly boolean[], Map<string, Front | undefined>>()
  /** Those of the rule by their states: their keys are short, since there are thousands of them in a search. */
  readonly #fronts = new Map<string, Front>()

  private constructor(syntax: Syntax, flags: string, isNegative: boolean) {
    const { program, classes } = compile(syntax)
    this.classes = classes
    this.flags = flags
    this.#program = program
    this.first = this.#front([program.start])
    this.#isNegative = isNegative
  }

  /** The rules of a pattern, whose first lookaheads are rules of their own; none for what looks around elsewhere. */
  static of(pattern: string): readonly TextRule[] {
    const flags = flagsOf(pattern)
    const parsed = parse(pattern, flags)
    if (parsed === undefined) return []
    return partsOf(parsed.syntax).flatMap(({ syntax, isNegative = false }) =>
      isReadable(syntax) ? new TextRule(syntax, flags, isNegative) : [],
    )
  }

  /**
   * What is known after one more character; `undefined` if no text that begins so keeps the rule.
   *
   * @param isMember - For each class, whether it has the character: one array for each such set of classes.
   */
  next(front: Front, isStart: boolean, isMember: readonly boolean[]): Front | undefined {
    if (front.isMatched) return front
    const known = this.#known.get(isMember) ?? new Map<string, Front | undefined>()
    this.#known.set(isMember, known)
    const key = isStart ? '' : front.key
    if (!known.has(key)) known.set(key, this.#after(front, isStart, isMember))
    return known.get(key)
  }

  #after(front: Front, isStart: boolean, isMember: readonly boolean[]): Front | undefined {
    const { waiting, isMatch } = this.#follow(front, isStart, false)
    if (isMatch) return this.#isNegative ? undefined : MATCHED
    const entered = waiting.flatMap(({ class: own, next }) => (isMember[own] ? next : []))
    const after = this.#front([this.#program.start, ...entered])
    const isDead =
      !this.ends(after, false) && this.#follow(after, false, false).waiting.length === 0
    return isDead ? undefined : after
  }

  /** True if a text that ends here keeps the rule. */
  ends(front: Front, isStart: boolean): boolean {
    const isMatch = front.isMatched || this.#follow(front, isStart, true).isMatch
    return isMatch !== this.#isNegative
  }

  #front(all: readonly number[]): Front {
    const states = [...new Set(all)].sort((a, b) => a - b)
    const name = states.join()
    const front = this.#fronts.get(name) ?? {
      states,
      isMatched: false,
      key: `${this.#fronts.size}`,
    }
    this.#fronts.set(name, front)
    return front
  }

  #follow({ states }: Front, isStart: boolean, isEnd: boolean) {
    const waiting: { class: number; next: number }[] = []
    let isMatch = false
    const open = new Set(states)
    for (const index of open) {
      const state = this.#program.states[index]
      if (state?.kind === 'class') waiting.push(state)
      else if (state?.kind === 'match') isMatch = true
      else if (state?.kind === 'split') for (const next of state.next) open.add(next)
      else if (state !== undefined && (state.test === 'start' ? isStart : isEnd))
        open.add(state.next)
    }
    return { waiting, isMatch }
  }
}

interface RulePart {
  readonly syntax: Syntax
  readonly isNegative?: boolean
}

/** `^(?=…)(?!…)…` as a rule for each lookahead and one for the rest. */
function partsOf(syntax: Syntax): readonly RulePart[] {
  if (typeof syntax === 'string' || !('all' in syntax) || !isStart(syntax.all[0]))
    return [{ syntax }]
  const [start, ...others] = syntax.all as [Syntax, ...Syntax[]]
  const end = others.findIndex((part) => typeof part === 'string' || !('ahead' in part))
  const ahead = (end < 0 ? others : others.slice(0, end)) as Extract<Syntax, { ahead: Syntax }>[]
  const rest = others.slice(ahead.length)
  return [
    ...ahead.map(({ ahead, not = false }) => ({
      syntax: { all: [start, ahead] },
      isNegative: not,
    })),
    { syntax: { all: [start, ...rest] } },
  ]
}

function isStart(part: Syntax | undefined): boolean {
  return typeof part === 'object' && 'at' in part && part.at === 'start'
}

/** Largest number of repetitions that are written out. */
const MOST_REPEATED = 1_000

/** False for lookarounds and the edges of words, which depend on characters that are not read yet. */
function isReadable(syntax: Syntax): boolean {
  if (typeof syntax === 'string') return true
  if ('at' in syntax) return syntax.at === 'start' || syntax.at === 'end'
  if ('all' in syntax) return syntax.all.every(isReadable)
  if ('any' in syntax) return syntax.any.every(isReadable)
  return 'of' in syntax && (syntax.most ?? syntax.least) <= MOST_REPEATED && isReadable(syntax.of)
}
