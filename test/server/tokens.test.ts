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

const RIGHT = [
  ...['AZaz09-._~+/', 'abcdefg=', 'abcdef==', ' abcdefgh\t', 'abcabcabcabcd'],
  `sha256:${'aB'.repeat(32)}`,
]
const WRONG = [
  ...['abcdefg', 'a', 'abcabcabcabc', '', '=', 'a=b', 'a b', 'ä', 'a:b'],
  ...['a'.repeat(63), 'a'.repeat(65), 'g'.repeat(64)].map((hash) => `sha256:${hash}`),
]

t.test('valid and invalid entries', async (t) => {
  const told = (entry: string) => {
    const { hashes, wrong } = hashTokenList(`an-entry,${entry}`)
    return [hashes.length, wrong]
  }
  for (const entry of RIGHT) t.same(told(entry), [2, []], entry)
  for (const entry of WRONG) t.same(told(entry), [1, [2]], entry)
})

t.test('a file has lines, blank lines and comments', async (t) => {
  const { hashes, wrong } = hashTokenFile('# first\n\ntoken-one\na,b\n  # two\n token-two \nc d\n')
  t.same(hashes, [hashToken('token-one'), hashToken('token-two')])
  t.same(wrong, [4, 7], 'wrong lines are counted from 1')
})
