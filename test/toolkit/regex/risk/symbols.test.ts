import t, { type Test } from 'tap'
import { parse } from '#toolkit/regex/parse.js'
import { symbolsOf } from '#toolkit/regex/risk/symbols.js'

function symbolsIn(pattern: string, flags: string) {
  const parsed = parse(pattern, flags)
  if (parsed === undefined) throw new TypeError(pattern)
  return { sources: [...parsed.classes.keys()], symbols: symbolsOf(parsed.classes, flags) }
}

/** By the engine: in which of the classes each character is. */
function toldApart(sources: readonly string[], flags: string): string[] {
  const classes = sources.map((source) => new RegExp(`^(?:${source})$`, flags))
  const found = new Set<string>()
  const most = flags === 'u' ? 0x10ffff : 0xffff
  for (let code = 0; code <= most; code++) {
    const text = String.fromCodePoint(code)
    found.add(classes.map((each) => Number(each.test(text))).join(''))
  }
  return [...found].sort()
}

/** The symbols are those of the engine, each once, and each class has its own. */
function agrees(t: Test, pattern: string, flags: string): void {
  const { sources, symbols } = symbolsIn(pattern, flags)
  const { samples, of, all } = symbols
  const found = samples.map((_, symbol) =>
    sources.map((source) => Number((of(source) >> BigInt(symbol)) & 1n)).join(''),
  )
  t.same(found.toSorted(), toldApart(sources, flags), pattern)
  const shown = samples.map((text) =>
    sources.map((source) => Number(new RegExp(`^(?:${source})$`, flags).test(text))).join(''),
  )
  t.same(shown, found, `${pattern}: the samples are of their symbols`)
  t.equal(all, 2n ** BigInt(samples.length) - 1n, pattern)
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`
}

for (const known of ['\\d', '\\w', '\\s', '.']) {
  t.test(`no character is missed where ${known} begins or ends`, async (t) => {
    const engine = new RegExp(`^${known}$`)
    const holds = (code: number) => engine.test(String.fromCharCode(code))
    for (let code = 1; code <= 0xffff; code++)
      if (holds(code) !== holds(code - 1))
        agrees(t, `${known}[${unit(code - 1)}-${unit(code)}]`, '')
  })
}

const table: [pattern: string, flags: string][] = [
  ['a[b-d]', 'u'],
  ['[^b-d][\\w-]', ''],
  ['[\\uffff]', ''],
  ['[\\u{10ffff}]', 'u'],
  ['💚[💙-💛]', 'u'],
  ['\\p{Script=Thai}[\\u0e50-\\u0e60]', 'u'],
  ['[^\\P{Script=Thai}x][\\u0e38-\\u0e3b]', 'u'],
  ['\\p{Script=Han}[\\u4dff-\\u4e00][\\u9fff-\\ua000]', 'u'],
  ['\\P{L}\\p{Lu}', 'u'],
]
for (const [pattern, flags] of table)
  t.test(`symbols of ${pattern}`, async (t) => agrees(t, pattern, flags))

t.test('of equivalent characters the first printable one is shown', async (t) => {
  t.same(symbolsIn('\\s', '').symbols.samples, ['!', ' '])
  t.same(symbolsIn('\\d[a-z]', '').symbols.samples, [' ', '0', 'a'])
  t.same(symbolsIn('é', 'u').symbols.samples, [' ', 'é'])
  t.same(symbolsIn('[\\x00-\\x08]', '').symbols.samples, ['\0', ' '])
})
