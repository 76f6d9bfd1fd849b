import { createHash } from 'node:crypto'
import t from 'tap'
import { hashToken, hashTokenFile, hashTokenList, randomToken } from '../../src/server/tokens.js'

t.test('a generated token is a new bearer token of 32 bytes', async (t) => {
  const made = Array.from({ length: 100 }, randomToken)
  t.equal(new Set(made).size, 100)
  for (const token of made) t.equal(Buffer.from(token, 'base64url').length, 32)
  t.same(hashTokenList(made.join()), { hashes: made.map(hashToken), wrong: [] })
})

t.test('a hash is the SHA-256 digest', async (t) => {
  t.same(hashToken('abc'), createHash('sha256').update('abc').digest())
})

const entries: [entry: string, right: boolean][] = [
  ['AZaz09-._~+/', true],
  ['abcdefg=', true],
  ['abcdef==', true],
  [' abcdefgh\t', true],
  ['abcdefg', false],
  ['a', false],
  ['abcabcabcabc', false],
  ['abcabcabcabcd', true],
  [`sha256:${'aB'.repeat(32)}`, true],
  ['', false],
  ['=', false],
  ['a=b', false],
  ['a b', false],
  ['ä', false],
  ['a:b', false],
  [`sha256:${'a'.repeat(63)}`, false],
  [`sha256:${'a'.repeat(65)}`, false],
  [`sha256:${'g'.repeat(64)}`, false],
]

t.test('valid and invalid entries', async (t) => {
  for (const [entry, right] of entries) {
    const { hashes, wrong } = hashTokenList(`an-entry,${entry}`)
    t.same([hashes.length, wrong], right ? [2, []] : [1, [2]], entry)
  }
})

t.test('a file has lines, blank lines and comments', async (t) => {
  const { hashes, wrong } = hashTokenFile('# first\n\ntoken-one\na,b\n  # two\n token-two \nc d\n')
  t.same(hashes, [hashToken('token-one'), hashToken('token-two')])
  t.same(wrong, [4, 7], 'wrong lines are counted from 1')
})
