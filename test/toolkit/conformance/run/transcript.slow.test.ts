import { createHash, type Hash } from 'node:crypto'
import t from 'tap'
import { conform } from '#toolkit/conformance/index.js'
import { golden } from '../../../helpers/golden.js'
import { UNHURRIED } from '../helpers/limits.js'
import { Shop } from '../state/shop.js'
import { shopDocument } from '../state/shop-document.js'

type Request = Parameters<Shop['inject']>[0]

/** Identities that the kit makes: a path with another one is the same line. */
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi
const NUMBER = /\d{7,}|kit[a-z]{9}/g

/** Requests by method and target: their number, and a digest of all that is in them. */
class Transcript {
  readonly #digests = new Map<string, { count: number; readonly digest: Hash }>()

  add({ method, url, headers = {}, payload }: Request): void {
    const name = `${method} ${url.replace(UUID, 'UUID').replace(NUMBER, 'N')}`.slice(0, 120)
    const known = this.#digests.get(name) ?? { count: 0, digest: createHash('sha256') }
    this.#digests.set(name, known)
    known.count += 1
    const body = payload?.toString('latin1') ?? ''
    known.digest.update(`${url}${JSON.stringify(headers)}${body}`)
  }

  get lines(): string[] {
    return [...this.#digests]
      .map(([name, { count, digest }]) => `${name}  ${count}  ${digest.digest('hex').slice(0, 8)}`)
      .sort()
  }
}

t.test('a run sends and says what the run before did', async (t) => {
  const transcript = new Transcript()
  const shop = new Shop()
  const inject = shop.inject.bind(shop)
  shop.inject = (request) => {
    transcript.add(request)
    return inject(request)
  }
  const [first, second] = ['first', 'second'].map((token) => ({ token, user: token }))
  const security = { bearer: [first, second] as never }
  const run = {
    document: shopDocument,
    target: shop,
    security,
    owners: true,
    ...UNHURRIED,
    seed: 1,
  }
  const { violations, notes } = await conform(run)
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
  golden(t, 'conformance/shop-requests.txt', `${transcript.lines.join('\n')}\n`)
  golden(t, 'conformance/shop-report.txt', `${lines.join('\n')}\n`)
})
