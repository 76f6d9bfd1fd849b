import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { FreshIdentities, uuidOf } from '#toolkit/conformance/requests/fresh.js'
import { newSeed, partsOfSeed } from '#toolkit/conformance/requests/seed.js'
import { documentOf } from '../helpers/documents.js'

t.test('a seed says which values are drawn, and where identities begin', async (t) => {
  t.same(partsOfSeed(1.482913726), { values: 1, start: 482_913_726 })
  t.same(partsOfSeed(7.00000001), { values: 7, start: 10 })
  t.same(partsOfSeed(1.5), { values: 1, start: 500_000_000 })
  const starts = [0, 1, 2, 3, 999_999_999].map((seed) => partsOfSeed(seed).start)
  t.equal(new Set(starts).size, starts.length)
  t.ok(starts.every((each) => Number.isInteger(each) && each >= 0 && each < 1e9))
})

t.test('a run without a seed draws the usual values, with identities by the clock', async (t) => {
  const { now } = Date
  t.teardown(() => (Date.now = now))
  for (const time of [1_795_623_412_345, 1_795_000_000_001]) {
    Date.now = () => time
    const seed = newSeed()
    t.same(partsOfSeed(seed), { values: 1, start: (time * 4) % 1e9 })
    t.equal(Number(String(seed)), seed, 'what a report prints is the seed')
  }
})

const document = documentOf({})
const identities = () => new FreshIdentities(new TestedContract(document), 41)

t.test('identities go on from where they begin', async (t) => {
  const one = identities()
  t.same([one.number(), one.uuid(), one.mark()], [42, uuidOf(43), 'kitgg'])
  t.match(uuidOf(43), /^0000002b-5eed-4bad-8bad-c0ffee000043$/)
  t.match(uuidOf(2 ** 32 - 1), /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  const other = identities()
  const id = { id: '00000000-0000-4000-8000-000000000000' }
  t.same(other.of({ properties: { id: { format: 'uuid' } } }, id), { id: uuidOf(42) })
})

t.test('identities go on elsewhere once', async (t) => {
  const one = identities()
  const [before] = [one.number(), one.leap()]
  t.ok(one.number() > before + 1)
  t.equal(one.leap(), false)
})
