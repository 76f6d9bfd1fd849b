import t from 'tap'
import { MemoryPrintCache, NO_CACHE } from '#toolkit/generator/incremental/print-cache.js'

t.test('what was made of a part is kept, for each kind', async (t) => {
  const texts = new MemoryPrintCache()
  const part = {}
  let made = 0
  const make = () => ++made
  const found = ['a', 'a', 'b', 'a'].map((kind) => texts.of(kind, part, make))
  t.strictSame(found, [1, 1, 2, 1])
  t.equal(texts.of('a', {}, make), 3)
  t.equal(
    texts.of('none', part, () => undefined),
    undefined,
  )
  t.equal(texts.of('none', part, make), undefined, 'nothing is kept, too')
  t.strictSame([texts.of('a', true, make), texts.of('a', true, make)], [4, 5], 'of no boolean')
  t.equal(texts.isKept, true)
})

t.test('what was made last of many parts is kept, and given to who makes it anew', async (t) => {
  const texts = new MemoryPrintCache()
  const [one, two] = [{}, {}]
  const given: unknown[] = []
  const again = (kind: string, ...parts: unknown[]) =>
    texts.again<number>(kind, parts, (before) => given.push(before))
  t.strictSame([again('a', one), again('a', one), again('a', one, two)], [1, 1, 2])
  t.strictSame([again('a', two, one), again('a', two), again('b', two)], [3, 4, 5])
  t.equal(again('a', two), 4)
  t.strictSame(given, [undefined, 1, 2, 3, undefined])
})

t.test('of one run nothing is kept', async (t) => {
  let made = 0
  const make = () => ++made
  const part = {}
  t.strictSame([NO_CACHE.of('a', part, make), NO_CACHE.of('a', part, make)], [1, 2])
  t.strictSame([NO_CACHE.again('a', [], make), NO_CACHE.again('a', [], make)], [3, 4])
  t.equal(NO_CACHE.isKept, false)
})
