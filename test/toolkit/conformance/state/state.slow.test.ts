/** Scenarios of state find the faults of catalogs that keep, select or forget books wrongly. */

import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { SCENARIOS } from '#toolkit/conformance/probes/state/scenarios.js'
import { state } from '#toolkit/conformance/probes/state/state.js'
import {
  otherCredentials,
  primaryCredentials,
} from '#toolkit/conformance/requests/given-credentials.js'
import { Scene } from '#toolkit/conformance/resources/scene.js'
import { Kit } from '#toolkit/conformance/run/kit.js'
import { HttpTarget } from '#toolkit/conformance/target/http-target.js'
import { securityOf } from '../../../extended/peers/credentials.js'
import { UNHURRIED } from '../helpers/limits.js'
import { isMeant } from '../servers/faults/meant.js'
import { type AnyFault, faults } from '../servers/faults.js'
import { documentFile } from '../servers/kernel/document.js'
import { startServer } from '../servers/start.js'

t.setTimeout(0)

const contract = new TestedContract(documentFile('catalog'))

const KINDS = ['round trip', 'state', 'update', 'versions', 'nested', 'paging', 'search']

/** What no scenario can tell, or only one that would need another book than the document leads to. */
const UNSEEN = [
  ...['title-unique', 'sequel-not-checked', 'sequel-refused', 'review-ids-of-all-books'],
  ...['limit-other-default', 'next-on-last', 'next-without-filters', 'review-retry-201'],
  ...['in-stock-not-absent', 'second-filter-ignored', 'sort-price-as-text', 'patch-as-put'],
  'title-filter-of-pattern',
]

/** Faults that are tried at once, since the kit waits a part of the time. */
const AT_ONCE = 8

/** Plays scenarios with a catalog until one finds what is wrong; what was found by checks that are meant for it. */
async function play(fault?: AnyFault): Promise<string[]> {
  const server = await startServer('catalog', fault?.name)
  const given = securityOf(server)
  const kit = new Kit({
    ...{ contract, target: new HttpTarget(server.url), seed: 1, ...UNHURRIED, late: 300 },
    ...{ credentials: primaryCredentials(given), others: otherCredentials(given) },
  })
  const found = () =>
    kit.violations
      .filter(({ check }) => fault === undefined || isMeant(fault.check, check))
      .map(({ check, expected, received }) => `${check}: ${expected} | ${received}`)
  await kit.prepare()
  for await (const _ of steps(kit)) if (fault !== undefined && found().length > 0) break
  await server.close()
  return found()
}

async function* steps(kit: Kit): AsyncGenerator<void> {
  for (const { what, about, play } of SCENARIOS) {
    for (const resource of kit.resources) {
      const operation = about(resource)
      if (operation === undefined) continue
      const subject = { operation, pointer: operation.pointer, what }
      yield kit.scenario(subject, (run) => play(new Scene(kit, run), resource))
    }
  }
  for (const operation of contract.operations) {
    if (operation.method === 'PUT') yield state.run(kit, operation)
  }
}

t.test('scenarios find nothing wrong with a correct catalog', async (t) => {
  t.same(await play(), [])
})

const tried = faults.catalog.filter(
  ({ check, name }) => KINDS.includes(check) && !UNSEEN.includes(name),
)
const begun: Promise<string[]>[] = []

for (const [at, { says }] of tried.entries()) {
  t.test(`scenarios find the fault of a catalog: ${says}`, async (t) => {
    begun.push(...tried.slice(begun.length, at + AT_ONCE).map(play))
    t.not((await begun[at])?.length, 0)
  })
}
