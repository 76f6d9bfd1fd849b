import type { MatchProgram, PositionTest, ProgramState } from './program.js'

export class MatchTooCostly extends Error {
  readonly statusCode = 400

  constructor() {
    super('a text is too long to be held against its pattern')
  }
}

/** Most states that are visited for one string: some tenths of a second. */
const MOST_WORK = 20_000_000
/** Most steps in the memory of a program; few strings need more, and those take longer. */
const MOST_REMEMBERED = 2_000

/** The set of states that wait for a symbol, and whether a match ends here. */
interface StateSet {
  readonly isMatch: boolean
  readonly waiting: readonly number[]
  /** The following sets, by symbol and by the conditions that hold. */
  readonly next: Map<number, StateSet>
}

/** The steps of a program that have been made, for one text and for the next ones. */
export class StepMemory {
  readonly start: StateSet = { isMatch: false, waiting: [], next: new Map() }
  readonly #sets = new Map<string, StateSet>()
  #steps = 0

  /** The set that a step from `before` leads to, as the only one of its kind. */
  remembered(before: StateSet, key: number, after: StateSet): StateSet {
    // A number cannot hold the results of many conditions.
    if (this.#steps >= MOST_REMEMBERED || !Number.isSafeInteger(key)) return after
    this.#steps++
    const name = `${after.isMatch} ${after.waiting.join()}`
    const same = this.#sets.get(name) ?? after
    this.#sets.set(name, same)
    before.next.set(key, same)
    return same
  }
}

/**
 * Runs a program over symbols on all paths at once (Thompson 1968, Regular expression search
 * algorithm). A state is visited once for each position; a set of states that has been visited
 * before costs nothing.
 */
export class Machine {
  readonly #program: MatchProgram
  readonly #members: readonly (readonly boolean[])[]
  readonly #holds: (test: PositionTest, at: number) => boolean
  /** The step in which a state was last visited. */
  readonly #seen: Uint32Array
  readonly #memory: StepMemory
  #front: StateSet
  #steps = 0
  #work = 0

  /**
   * @param members - For each symbol, the classes that contain it.
   * @param holds - True if a condition holds at a position.
   */
  constructor(
    program: MatchProgram,
    members: readonly (readonly boolean[])[],
    holds: (test: PositionTest, at: number) => boolean,
    memory = new StepMemory(),
  ) {
    this.#program = program
    this.#memory = memory
    this.#front = memory.start
    this.#members = members
    this.#holds = holds
    this.#seen = new Uint32Array(program.states.length)
  }

  get isMatch(): boolean {
    return this.#front.isMatch
  }

  /**
   * Moves to a position, reading a symbol if there is one. A match may start at every position.
   *
   * @throws {MatchTooCostly}
   */
  enter(at: number, symbol = -1): void {
    let key = symbol
    for (const test of this.#program.tests) key = key * 2 + (this.#holds(test, at) ? 1 : 0)
    const known = this.#front.next.get(key)
    this.#front = known ?? this.#memory.remembered(this.#front, key, this.#go(at, symbol))
  }

  #go(at: number, symbol: number): StateSet {
    this.#steps++
    const members = this.#members[symbol]
    const found = { isMatch: false, waiting: [], next: new Map() }
    for (const each of this.#front.waiting) {
      const state = this.#program.states[each] as ClassState
      if (members?.[state.class]) this.#follow(state.next, at, found)
    }
    this.#follow(this.#program.start, at, found)
    this.#work += found.waiting.length
    if (this.#work > MOST_WORK) throw new MatchTooCostly()
    return found
  }

  #follow(start: number, at: number, found: { isMatch: boolean; waiting: number[] }): void {
    const open = [start]
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (this.#seen[index] === this.#steps) continue
      this.#seen[index] = this.#steps
      const state = this.#program.states[index] as ProgramState
      if (state.kind === 'class') found.waiting.push(index)
      else if (state.kind === 'match') found.isMatch = true
      else if (state.kind === 'split') for (const next of state.next) open.push(next)
      else if (this.#holds(state.test, at)) open.push(state.next)
    }
  }
}

type ClassState = Extract<ProgramState, { kind: 'class' }>
