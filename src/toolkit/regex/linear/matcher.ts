import { onDemand } from '../../shared/memoize.js'
import { Alphabet } from '../alphabet.js'
import { flagsOf, type Syntax } from '../syntax.js'
import { Machine, MatchTooCostly, StepMemory } from './machine.js'
import {
  type CompiledPattern,
  compile,
  type LookaroundProgram,
  type MatchProgram,
  type PositionTest,
} from './program.js'

/** The class of word characters, which is the same with all flags of patterns. */
const WORD = '\\w'

/** Matches strings in linear time, with the same verdict as the engine. */
export class Matcher {
  readonly #compiled: CompiledPattern
  readonly #alphabet: Alphabet
  readonly #memories: ReadonlyMap<MatchProgram, StepMemory>

  constructor(syntax: Syntax, flags: string) {
    this.#compiled = compile(syntax)
    const { program, lookarounds } = this.#compiled
    const programs = [program, ...lookarounds.map((each) => each.program)]
    this.#memories = new Map(programs.map((each) => [each, new StepMemory()]))
    this.#alphabet = new Alphabet([...this.#compiled.classes, WORD], flags)
  }

  /** @throws {MatchTooCostly} for hostile strings and large patterns. */
  test(text: string): boolean {
    const { program, lookarounds, classes } = this.#compiled
    const reading = new TextInput(this.#alphabet, classes.length, text, this.#memories)
    for (const lookaround of lookarounds) reading.findPositions(lookaround)
    return reading.finds(program)
  }
}

/** A string as symbols. */
class TextInput {
  readonly #members: readonly (readonly boolean[])[]
  readonly #symbols: Uint16Array
  readonly #word: number
  readonly #memories: ReadonlyMap<MatchProgram, StepMemory>
  /** For each lookaround, the positions that pass it. */
  readonly #lookarounds: Uint8Array[] = []

  constructor(
    alphabet: Alphabet,
    word: number,
    text: string,
    memories: ReadonlyMap<MatchProgram, StepMemory>,
  ) {
    this.#memories = memories
    this.#symbols = alphabet.read(text)
    this.#members = alphabet.members
    this.#word = word
  }

  finds(program: MatchProgram): boolean {
    const machine = this.#machine(program)
    machine.enter(0)
    for (let at = 0; at < this.#symbols.length && !machine.isMatch; at++) {
      machine.enter(at + 1, this.#symbols[at])
    }
    return machine.isMatch
  }

  /** Finds the positions that pass a lookaround; a lookahead is read backwards. */
  findPositions({ program, isAhead, isNegative }: LookaroundProgram): void {
    const { length } = this.#symbols
    const passes = new Uint8Array(length + 1)
    const machine = this.#machine(program)
    for (let count = 0; count <= length; count++) {
      const at = isAhead ? length - count : count
      machine.enter(at, count === 0 ? undefined : this.#symbols[isAhead ? at : at - 1])
      passes[at] = machine.isMatch === isNegative ? 0 : 1
    }
    this.#lookarounds.push(passes)
  }

  #machine(program: MatchProgram): Machine {
    const holds = (test: PositionTest, at: number) => this.#holds(test, at)
    return new Machine(program, this.#members, holds, this.#memories.get(program))
  }

  #holds(test: PositionTest, at: number): boolean {
    if (typeof test === 'number') return this.#lookarounds[test]?.[at] === 1
    if (test === 'start') return at === 0
    if (test === 'end') return at === this.#symbols.length
    const isEdge = this.#isWord(at - 1) !== this.#isWord(at)
    return isEdge === (test === 'edge')
  }

  #isWord(at: number): boolean {
    return this.#members[this.#symbols[at] ?? -1]?.[this.#word] === true
  }
}

/** Tests strings as a `RegExp` does. */
export type Pattern = Pick<RegExp, 'test'>

const known = new Map<string, Pattern>()

/** The regular expression of a schema's pattern. Generated code registers guarded ones first. */
export function patternOf(source: string): Pattern {
  const pattern = known.get(source) ?? new RegExp(source, flagsOf(source))
  known.set(source, pattern)
  return pattern
}

/**
 * A pattern that can take the engine very long: the engine tests short strings only, the linear
 * matcher the others.
 *
 * @param short - Length up to which the engine is fast.
 * @throws {MatchTooCostly} if there is no matcher. A verdict could let an invalid value pass, since
 * a pattern may be below `not`.
 */
export function guarded(source: string, flags: string, short: number, syntax?: Syntax): Pattern {
  const engine = new RegExp(source, flags)
  const matcher = syntax === undefined ? undefined : onDemand(() => new Matcher(syntax, flags))
  const pattern: Pattern = {
    test: (text) => {
      if (text.length <= short) return engine.test(text)
      if (matcher === undefined) throw new MatchTooCostly()
      return matcher().test(text)
    },
  }
  known.set(source, pattern)
  return pattern
}
