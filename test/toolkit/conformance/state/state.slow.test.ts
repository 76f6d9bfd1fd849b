import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { SCENARIOS } from '#toolkit/conformance/probes/state/scenarios.js'
import { state } from '#toolkit/conformance/probes/state/state.js'
import { Scene } from '#toolkit/conformance/resources/scene.js'
import { Kit } from '#toolkit/conformance/run/kit.js'
import type { KitSettings } from '#toolkit/conformance/run/kit-settings.js'
import { AppTarget } from '#toolkit/conformance/target/app-target.js'
import { UNHURRIED } from '../helpers/limits.js'
import { Shop } from './shop.js'
import { shopDocument } from './shop-document.js'
import { FAULTS } from './shop-faults.js'

t.setTimeout(900_000)

const contract = new TestedContract(shopDocument)
const twoUsers = { others: [{ scheme: 'bearer', token: 'second', isForeign: true }], owners: true }

function kitFor(shop: Shop, settings: Partial<KitSettings> = {}): Kit {
  const limits = { seed: 1, ...UNHURRIED }
  const credentials = { bearer: 'first' }
  return new Kit({ contract, target: new AppTarget(shop), credentials, ...limits, ...settings })
}

/** Plays all scenarios with a shop. */
async function play(kit: Kit): Promise<Kit> {
  await kit.prepare()
  for (const operation of contract.operations) await state.run(kit, operation)
  await kit.cleanUp()
  return kit
}

/** Plays scenarios until one finds what is wanted. */
async function playUntil(kit: Kit, isFound: () => boolean): Promise<void> {
  await kit.prepare()
  for (const { what, about, play } of SCENARIOS) {
    for (const resource of kit.resources) {
      const operation = about(resource)
      if (operation === undefined) continue
      const subject = { operation, pointer: operation.pointer, what }
      await kit.scenario(subject, (run) => play(new Scene(kit, run), resource))
      if (isFound()) return
    }
  }
  for (const operation of contract.operations.filter(({ method }) => method === 'PUT')) {
    await state.run(kit, operation)
  }
}

const told = ({ violations }: Kit) =>
  violations.map(({ check, what, expected, received, operation }) =>
    [check, operation?.operationId, what, expected, received].join(' | '),
  )

t.test('a correct shop is clean, and empty at the end', async (t) => {
  const shop = new Shop()
  t.same(told(await play(kitFor(shop, twoUsers))), [])
  t.equal(shop.wares.size, 0)
})

/** Plays scenarios with a faulty shop until they find what is wanted. */
async function find([, wanted, fault]: (typeof FAULTS)[number]) {
  const shop = new Shop()
  fault(shop)
  const kit = kitFor(shop, wanted === 'owner' ? twoUsers : {})
  const isFound = () => kit.violations.some(({ check }) => check === wanted)
  await playUntil(kit, isFound)
  return { kit, isFound: isFound() }
}

/** Shops that are tried at once, since the kit waits most of the time. */
const AT_ONCE = 8
const finds: ReturnType<typeof find>[] = []

for (const [at, [says, wanted]] of FAULTS.entries()) {
  t.test(`${wanted}: ${says}`, async (t) => {
    const begun = FAULTS.slice(finds.length, at + AT_ONCE)
    finds.push(...begun.map(find))
    const { kit, isFound } = (await finds[at]) as Awaited<ReturnType<typeof find>>
    t.ok(isFound, told(kit).join('\n'))
  })
}
