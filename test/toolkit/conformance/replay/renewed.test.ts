import t from 'tap'
import { withValues } from '#toolkit/conformance/replay/given-values.js'
import { identitiesIn, withNewIdentities } from '#toolkit/conformance/replay/renewed.js'
import { markOf, uuidOf } from '#toolkit/conformance/requests/fresh.js'

const NUMBER = 482_913_727

t.test('the numbers of identities are found in each of their forms', async (t) => {
  const isIdentity = (number: number) => number === NUMBER
  const texts: [text: string, isFound: boolean][] = [
    [`{"id":${NUMBER}}`, true],
    [`/plants/${uuidOf(NUMBER)}`, true],
    [markOf(NUMBER), true],
    [`978${NUMBER}`, true],
    ['{"id":482913728}', false],
    ['/plants/27', false],
  ]
  for (const [text, isFound] of texts)
    t.same(identitiesIn([text], isIdentity), isFound ? [NUMBER] : [], text)
  const found = identitiesIn(['27'], () => true)
  t.same(found, [], 'a short number may be any')
})

t.test('identities are others in each replay, and as long', async (t) => {
  const change = withNewIdentities([NUMBER, NUMBER + 2], 5)
  t.equal(change(`{"id":${NUMBER},"next":${NUMBER + 2}}`), '{"id":100000005,"next":100000007}')
  t.equal(change(`978${NUMBER}`), '978100000005')
  t.equal(change(uuidOf(NUMBER)), uuidOf(100_000_005))
  t.equal(change(markOf(NUMBER)), markOf(100_000_005))
  t.equal(change(`${NUMBER}1 and 27`), `${NUMBER}1 and 27`)
  t.equal(withNewIdentities([], 5)('27'), '27')
  t.equal(withNewIdentities([NUMBER], 950_000_000)(`${NUMBER}`).length, 9)
})

t.test('a number of items stays what it was, though it is an identity, too', async (t) => {
  const request = { method: 'GET', target: '/books/20?limit=20&after=20', headers: [] }
  const now = withValues(request, new Map([['20', '31']]))
  t.equal(now.target, '/books/31?limit=20&after=31')
})
