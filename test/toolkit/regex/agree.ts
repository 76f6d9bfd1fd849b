import { strictEqual } from 'node:assert'
import { Matcher } from '#toolkit/regex/linear/matcher.js'
import { parse } from '#toolkit/regex/parse.js'
import { flagsOf } from '#toolkit/regex/syntax.js'
import { chance } from '../runtime/json/random.js'

const LETTERS = [...'aabbc01AZ-_.@/ !x\n', 'é', '💚', '\ud83d', '\udc9a', '\u2028', 'foo', 'USD']

/** Longer texts keep the engine busy for too long. */
const LONGEST = 8

/**
 * Before a pattern, keeps the engine from searching at the end: V8 14.6 (Node 26) takes a character
 * beyond U+FFFF for one code unit there, and finds no `[^a]$` in one.
 */
const FROM_START = '^[^]*?'

/**
 * Holds random texts against a pattern, by the engine and by the matcher; returns how many matched.
 * Half of them are made of what stands in the pattern.
 */
export function agree(pattern: string, count: number): number {
  const flags = flagsOf(pattern)
  const parsed = parse(pattern, flags)
  if (parsed?.refersBack !== false) return 0
  const [engine, matcher] = [
    new RegExp(`${FROM_START}(?:${pattern})`, flags),
    new Matcher(parsed.syntax, flags),
  ]
  const random = chance(pattern.length)
  const own = [...pattern.replace(/\\./g, '')]
  let matched = 0
  for (let index = 0; index < count; index++) {
    const symbols = index % 2 === 0 && own.length > 0 ? own : LETTERS
    const length = random.below(LONGEST)
    const text = Array.from({ length }, () => random.pick(symbols)).join('')
    const isMatch = engine.test(text)
    strictEqual(matcher.test(text), isMatch, JSON.stringify({ pattern, flags, text }))
    if (isMatch) matched++
  }
  return matched
}
