import t from 'tap'
import { randomFrom } from '#toolkit/samples/draw.js'
import { FORMAT_PATTERNS } from '#toolkit/samples/format-patterns.js'
import { ALPHABETS } from '#toolkit/samples/patterns.js'
import { TextRule } from '#toolkit/samples/text-rules.js'
import { lettersOf, searchText } from '#toolkit/samples/text-search.js'

/** A text that matches patterns, and how many steps the search for it took. */
function searched(patterns: readonly string[], shortest: number, longest = Infinity, seed = 1) {
  let steps = 0
  const rules = patterns.flatMap(TextRule.of).map((rule) => {
    const next = rule.next.bind(rule)
    rule.next = (...all) => {
      steps += 1
      return next(...all)
    }
    return rule
  })
  const letters = lettersOf(rules, ALPHABETS[1] as readonly string[])
  const text = searchText(rules, letters, { shortest, longest }, randomFrom(seed))
  return { text, steps }
}

t.test('a long text of a format and a pattern is found in few steps', async (t) => {
  const patterns = [FORMAT_PATTERNS.uri as string, String.raw`\.png$`]
  for (const shortest of [0, 25, 250, 2_500]) {
    const { text = '', steps } = searched(patterns, shortest)
    t.ok(text.length >= shortest)
    for (const pattern of patterns) t.match(text, new RegExp(pattern))
    t.ok(steps < 250_000, `${steps} steps for ${shortest} characters`)
  }
})

t.test('a text is found that few beginnings lead to', async (t) => {
  // All others end before a text is long enough.
  const short = [...'abcdefghijk'].flatMap((one) => [...'0123456789'].map((other) => one + other))
  const pattern = `^(?:(?:${short.join('|')}).{0,30}|zz.{60})$`
  for (const seed of [1, 2, 3]) t.match(searched([pattern], 41, Infinity, seed).text, /^zz.{60}$/)
})

t.test('the search for a text that there is none of ends', async (t) => {
  const { text, steps } = searched([FORMAT_PATTERNS.uri as string, ' '], 25)
  t.equal(text, undefined)
  t.ok(steps < 500_000, `${steps} steps`)
})
