import t from 'tap'
import { Alphabet } from '#toolkit/regex/alphabet.js'

t.test('a string is read by code points with the flag u, and by code units without', async (t) => {
  for (const [flags, symbols] of [
    ['u', [0, 1, 0, 0]],
    ['', [0, 0, 1, 0, 0]],
  ] as const) {
    const alphabet = new Alphabet(['a'], flags)
    t.same([...alphabet.read('💚ab\ud83d')], symbols, flags)
    t.same(alphabet.members, [[false], [true]], flags)
  }
})

t.test('characters are distinguished by the classes that contain them', async (t) => {
  const alphabet = new Alphabet(['[a-c]', '[^b]', '\\.'], 'u')
  t.same([...alphabet.read('abc.-')], [0, 1, 0, 2, 3])
  t.same([...alphabet.read('-b')], [3, 1], 'as before')
  t.same(alphabet.members, [
    [true, true, false],
    [true, false, false],
    [false, true, true],
    [false, true, false],
  ])
})

t.test('a class may have alternatives in it', async (t) => {
  t.same([...new Alphabet(['a|b'], '').read('abc')], [0, 0, 1])
})
