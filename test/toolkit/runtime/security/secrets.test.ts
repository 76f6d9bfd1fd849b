import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { bearer, isSameSecret } from 'fastify-contract'
import t, { type Test } from 'tap'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

const contract = await contractOf(
  t,
  `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"security":[{"a":[]}],"paths":{
    "/":{"get":{"operationId":"get","responses":{"204":{"description":"Let in."}}}}},
    "components":{"securitySchemes":{"a":{"type":"http","scheme":"bearer"}}}}`,
)

/** The pairs that are compared in constant time from now on. */
function comparisons(t: Test): [Buffer, Buffer][] {
  const pairs: [Buffer, Buffer][] = []
  const { timingSafeEqual } = crypto
  t.teardown(() => {
    crypto.timingSafeEqual = timingSafeEqual
    syncBuiltinESMExports()
  })
  crypto.timingSafeEqual = (a, b) => {
    // Copies: a buffer may be used again for the next digest.
    pairs.push([Buffer.from(a as Buffer), Buffer.from(b as Buffer)])
    return timingSafeEqual(a, b)
  }
  syncBuiltinESMExports()
  return pairs
}

const sha256 = (text: string) => crypto.createHash('sha256').update(text).digest()

t.test('a token is compared with all secrets in constant time', async (t) => {
  const tokens = ['first', 'second', 'third']
  const security = { a: bearer(tokens) }
  const app = await serveContract(t, contract, {
    handlers: { get: () => ({ status: 204 }) },
    security,
  })
  const pairs = comparisons(t)
  for (const [sent, status] of [
    ['first', 204],
    ['third', 204],
    ['none', 401],
    ['secon', 401],
  ] as const) {
    const headers = { authorization: `Bearer ${sent}` }
    t.equal((await app.inject({ url: '/', headers })).statusCode, status)
    t.same(
      pairs.splice(0),
      tokens.map((token) => [sha256(sent), sha256(token)]),
      sent,
    )
  }
})

t.test('an accepted token is remembered, until its digest is exchanged', async (t) => {
  const tokens = { hashes: ['first', 'second'].map(sha256) }
  const app = await serveContract(t, contract, {
    handlers: { get: () => ({ status: 204 }) },
    security: { a: bearer(tokens) },
  })
  const pairs = comparisons(t)
  const answers = async (sent: string) => {
    const headers = { authorization: `Bearer ${sent}` }
    const { statusCode } = await app.inject({ url: '/', headers })
    return [statusCode, pairs.splice(0).length]
  }
  t.same(await answers('first'), [204, 2])
  t.same(await answers('first'), [204, 0])
  for (const other of ['firsu', 'girst', 'firs', 'firstt', 'f', 'firstfirst']) {
    t.same(await answers(other), [401, 2], other)
  }
  t.same(await answers('second'), [204, 2])
  t.same(await answers('first'), [204, 0])
  tokens.hashes = [sha256('second')]
  t.same(await answers('first'), [401, 1], 'no longer accepted')
  t.same(await answers('second'), [204, 1], 'the digest is another buffer')
  t.same(await answers('second'), [204, 0])
})

t.test('few accepted tokens are remembered, and no long ones', async (t) => {
  const tokens = [...'abcde', 'f'.repeat(256), 'g'.repeat(257)]
  const app = await serveContract(t, contract, {
    handlers: { get: () => ({ status: 204 }) },
    security: { a: bearer(tokens) },
  })
  const pairs = comparisons(t)
  const isRemembered = async (sent: string) => {
    const headers = { authorization: `Bearer ${sent}` }
    t.equal((await app.inject({ url: '/', headers })).statusCode, 204)
    return pairs.splice(0).length === 0
  }
  for (const token of tokens) t.equal(await isRemembered(token), false)
  t.equal(await isRemembered('a'), false)
  for (const token of ['d', 'e', 'f'.repeat(256), 'a']) t.equal(await isRemembered(token), true)
  t.equal(await isRemembered('g'.repeat(257)), false)
})

t.test('two secrets are compared by digests of the same length', async (t) => {
  const pairs = comparisons(t)
  t.equal(isSameSecret('a', 'a'), true)
  t.equal(isSameSecret('a', 'longer'), false)
  t.same(pairs, [
    [sha256('a'), sha256('a')],
    [sha256('a'), sha256('longer')],
  ])
})
