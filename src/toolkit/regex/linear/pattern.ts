import { flagsOf } from '../flags.js'
import type { Syntax } from '../syntax.js'
import { MatchTooCostly } from './machine.js'
import { matching } from './matcher.js'

/** Says whether a text matches, as a `RegExp` does. */
export type Pattern = Pick<RegExp, 'test'>

const known = new Map<string, Pattern>()

/**
 * A pattern of a schema as a regular expression. Generated code holds the same, compiled once, and says
 * first which are to be guarded.
 */
export function patternOf(source: string): Pattern {
  const pattern = known.get(source) ?? new RegExp(source, flagsOf(source))
  known.set(source, pattern)
  return pattern
}

/**
 * A pattern that the engine may take forever for: it is asked about short texts only, and about others
 * a `Matcher`, where there is one.
 *
 * @param short - The length up to which the engine is quick.
 * @throws {MatchTooCostly} when that would stall the server: a verdict
 * either way could let a value pass, since a pattern may stand below `not`.
 */
export function guarded(source: string, flags: string, short: number, syntax?: Syntax): Pattern {
  const engine = new RegExp(source, flags)
  const matches = syntax === undefined ? undefined : matching(syntax, flags)
  const pattern: Pattern = {
    test: (text) => {
      if (text.length <= short) return engine.test(text)
      if (matches === undefined) throw new MatchTooCostly()
      return matches(text)
    },
  }
  known.set(source, pattern)
  return pattern
}
