import type { Repetition, Syntax } from '../syntax.js'

/** A nondeterministic automaton. A state tests a character or a condition, or branches. */
export interface MatchProgram {
  readonly states: readonly ProgramState[]
  readonly start: number
  /** The conditions of its states. */
  readonly tests: ReadonlySet<PositionTest>
}

export type ProgramState =
  | { readonly kind: 'split'; readonly next: readonly number[] }
  | { readonly kind: 'class'; readonly class: number; readonly next: number }
  | { readonly kind: 'at'; readonly test: PositionTest; readonly next: number }
  | { readonly kind: 'match' }

/** A condition on a position; a number is the index of a lookaround. */
export type PositionTest = 'start' | 'end' | 'edge' | 'inside' | number

/** A lookaround, which is evaluated at every position of a string. */
export interface LookaroundProgram {
  readonly program: MatchProgram
  readonly isAhead: boolean
  readonly isNegative: boolean
}

/** Programs of one pattern: its own, and those of its lookarounds, inner ones first. */
export interface CompiledPattern {
  readonly program: MatchProgram
  readonly lookarounds: readonly LookaroundProgram[]
  readonly classes: readonly string[]
}

/** Compiles a syntax, whose size was limited when it was generated. */
export function compile(syntax: Syntax): CompiledPattern {
  const shared: SharedParts = { lookarounds: [], classes: [] }
  return { program: programOf(syntax, false, shared), ...shared }
}

interface SharedParts {
  readonly lookarounds: LookaroundProgram[]
  readonly classes: string[]
}

/** @param isBackwards - True if the program reads a string from its end. */
function programOf(syntax: Syntax, isBackwards: boolean, shared: SharedParts): MatchProgram {
  const { lookarounds, classes } = shared
  const states: ProgramState[] = [{ kind: 'match' }]
  const add = (state: ProgramState) => states.push(state) - 1

  /** The first state for `syntax`, which continues at `next`. */
  const to = (syntax: Syntax, next: number): number => {
    if (typeof syntax === 'string')
      return add({ kind: 'class', class: indexOf(classes, syntax), next })
    if ('at' in syntax) return add({ kind: 'at', test: syntax.at, next })
    if ('any' in syntax)
      return add({ kind: 'split', next: syntax.any.map((each) => to(each, next)) })
    if ('of' in syntax) return repeated(syntax, next)
    if ('all' in syntax) {
      const parts = isBackwards ? syntax.all : syntax.all.toReversed()
      return parts.reduce((after, each) => to(each, after), next)
    }
    const isAhead = 'ahead' in syntax
    const program = programOf(isAhead ? syntax.ahead : syntax.behind, isAhead, shared)
    const lookaround = lookarounds.push({ program, isAhead, isNegative: syntax.not === true }) - 1
    return add({ kind: 'at', test: lookaround, next })
  }

  const repeated = ({ of, least, most }: Repetition, next: number): number => {
    let after = next
    if (most === undefined) {
      const branches = [next]
      const loop = add({ kind: 'split', next: branches })
      const body = to(of, loop)
      branches.push(body)
      after = least === 0 ? loop : body
    }
    for (let count = least; count < (most ?? 0); count++) {
      after = add({ kind: 'split', next: [to(of, after), next] })
    }
    for (let count = most === undefined ? 1 : 0; count < least; count++) after = to(of, after)
    return after
  }

  const start = to(syntax, 0)
  const tests = new Set(states.flatMap((state) => (state.kind === 'at' ? state.test : [])))
  return { start, states, tests }
}

function indexOf(classes: string[], source: string): number {
  const index = classes.indexOf(source)
  return index < 0 ? classes.push(source) - 1 : index
}
