import t from 'tap'
import { conform } from '#toolkit/conformance/index.js'
import { golden } from '../../../helpers/golden.js'
import { UNHURRIED } from '../helpers/limits.js'
import { Shop } from '../state/shop.js'
import { shopDocument } from '../state/shop-document.js'

/** Identities that the kit makes. */
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi
const NUMBER = /\d{7,}|kit[a-z]{9}/g

/** What a run of seed 1 sends, and what it finds. */
async function run() {
  const sent: string[] = []
  const shop = new Shop()
  const inject = shop.inject.bind(shop)
  shop.inject = (request) => {
    const { method, url, headers, payload } = request
    sent.push(JSON.stringify([method, url, headers, payload?.toString('latin1')]))
    return inject(request)
  }
  const [first, second] = ['first', 'second'].map((token) => ({ token, user: token }))
  const security = { bearer: [first, second] as never }
  const settings = { document: shopDocument, target: shop, security, owners: true }
  return { sent, ...(await conform({ ...settings, ...UNHURRIED, seed: 1 })) }
}

t.test('two runs of one seed send the same, and say what they said before', async (t) => {
  const [one, other] = [await run(), await run()]
  t.same(other.sent, one.sent)
  const { violations, notes } = one
  // The shop validates nothing, so that much is found.
  t.ok(violations.length > 50)
  const told = violations.map((each) => [
    each.check,
    each.operation,
    each.what,
    each.expected,
    each.received,
  ])
  const lines = [
    ...told.map((each) => each.join(' | ').replace(UUID, 'UUID').replace(NUMBER, 'N')),
    ...notes,
  ]
  golden(t, 'conformance/shop-report.txt', `${lines.join('\n')}\n`)
})
