import t from 'tap'
import { withUnicodeSyntax } from '#toolkit/regex/needless-escapes.js'

const rewritten: Readonly<Record<string, string>> = {
  ...{ '^[\\p{L}\\@]+$': '^[\\p{L}@]+$', "[\\p{L}-\\']": "[\\p{L}\\-']", '^\\-\\_\\@$': '^-_@$' },
  ...{ '[\\w-.]': '[\\w\\-.]', '[\\ba-\\d]': '[\\ba\\-\\d]' },
  ...{ 'a]b{c}d{2,3}\\_': 'a\\]b\\{c\\}d{2,3}_', '\\u{1F600}\\-': '\\u{1F600}-', '\\😀': '😀' },
  '[-\\w\\@-]': '[-\\w@-]',
}

for (const [pattern, want] of Object.entries(rewritten)) {
  t.test(`${pattern} means what it does with the flag u`, async (t) => {
    t.equal(withUnicodeSyntax(pattern), want)
    t.ok(new RegExp(want, 'u'))
  })
}

for (const pattern of [
  ...['^[\\p{L}\\-]+$', 'a', '\\pL\\@', '\\p{IsLatin}', '\\Aa\\z', '(?i)a', '[a'],
]) {
  t.test(`${pattern} stays as it is`, async (t) => t.equal(withUnicodeSyntax(pattern), pattern))
}

t.test('characters that both forms mean are the same', async (t) => {
  const texts = ['-', '_', '@', '.', 'a', 'w', '{', '}', ']', '\\', "'", '1', '{2}']
  for (const [pattern, want] of Object.entries(rewritten)) {
    if (/\\[pu]\{|^\[\\p|😀/u.test(pattern)) continue
    for (const text of texts) {
      t.equal(
        new RegExp(want, 'u').test(text),
        new RegExp(pattern).test(text),
        `${pattern} ${text}`,
      )
    }
  }
})
