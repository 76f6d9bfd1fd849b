import { flagsOf, type Syntax } from '../syntax.js'
import { MatchTooCostly } from './machine.js'
import { lazyMatcher } from './matcher.js'

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
  const matches = syntax === undefined ? undefined : lazyMatcher(syntax, flags)
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
