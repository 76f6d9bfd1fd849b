import { deepStrictEqual } from 'node:assert'
import t from 'tap'
import { parseJson } from '#toolkit/runtime/json/parse.js'
import { JsonSyntaxError } from '#toolkit/runtime/json/syntax-error.js'
import { ANYWHERE } from '#toolkit/validation/conversions/conversions.js'
import { markInexact, rounded } from '#toolkit/validation/conversions/converted-values.js'
import { chance, randomText } from './random.js'

const TEXTS = 20_000

type Outcome = { readonly value: unknown } | 'refused'

const parsers: Record<string, (text: string) => unknown> = {
  'a body without int64s': (text) => rounded(parseJson(Buffer.from(text))),
  'a text whose integers are exact': (text) =>
    rounded(markInexact(parseJson(Buffer.from(text), ANYWHERE))),
}

for (const [name, parse] of Object.entries(parsers)) {
  t.test(`${name} is JSON that has neither duplicates nor lone surrogates`, async (t) => {
    const random = chance(1)
    const seen = { accepted: 0, refused: 0, stricter: 0 }
    for (let index = 0; index < TEXTS; index++) {
      const text = randomText(random)
      const platform = outcome(() => JSON.parse(text), SyntaxError)
      const strict = platform !== 'refused' && isStrict(text, platform.value)
      const expected = strict ? platform : 'refused'
      // Not tap's own comparison: 20000 assertions take longer than all that they assert.
      deepStrictEqual(
        outcome(() => parse(text), JsonSyntaxError),
        expected,
        text,
      )
      seen[strict ? 'accepted' : platform === 'refused' ? 'refused' : 'stricter']++
    }
    for (const [side, count] of Object.entries(seen)) t.ok(count > TEXTS / 50, `${side}: ${count}`)
  })
}

function outcome(parse: () => unknown, refusal: new (fault: 'syntax') => Error): Outcome {
  try {
    return { value: parse() }
  } catch (error) {
    if (error instanceof refusal) return 'refused'
    throw error
  }
}

/** I-JSON's rules, judged in another way than the parsers do: by counting colons, and by the value. */
function isStrict(text: string, value: unknown): boolean {
  const colons = text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1
  const { members, wellFormed } = survey(value)
  return colons === members && wellFormed
}

function survey(value: unknown): { members: number; wellFormed: boolean } {
  if (typeof value === 'string') return { members: 0, wellFormed: value.isWellFormed() }
  if (value === null || typeof value !== 'object') return { members: 0, wellFormed: true }
  const keys = Array.isArray(value) ? [] : Object.keys(value)
  const below = [...keys, ...Object.values(value)].map(survey)
  return {
    members: keys.length + below.reduce((sum, { members }) => sum + members, 0),
    wellFormed: below.every(({ wellFormed }) => wellFormed),
  }
}
