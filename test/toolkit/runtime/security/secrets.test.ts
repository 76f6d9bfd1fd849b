import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { bearer, isSameSecret } from 'fastify-contract'
import t, { type Test } from 'tap'
import { serveContract } from '../../../helpers/serve-document.js'
import { contractIn } from '../keeping.js'

const contract = await contractIn(`
GET /: { operationId: get, security: [{ a: [] }] }
components: { securitySchemes: { a: { type: http, scheme: bearer } } }`)

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
  for (const [sent, status] of Object.entries({ first: 204, third: 204, none: 401, secon: 401 })) {
    const headers = { authorization: `Bearer ${sent}` }
    t.equal((await app.inject({ url: '/', headers })).statusCode, status)
    t.same(
      pairs.splice(0),
      tokens.map((token) => [sha256(sent), sha256(token)]),
      sent,
    )
  }
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
