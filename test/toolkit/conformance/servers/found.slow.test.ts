/** Probes find the faults of servers that they are meant for. */

import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { mediaTypes } from '#toolkit/conformance/probes/http/media-types.js'
import { jsonBodies } from '#toolkit/conformance/probes/json/json-bodies.js'
import { defaultValues } from '#toolkit/conformance/probes/parameters/default-values.js'
import { edgesOfParameters } from '#toolkit/conformance/probes/parameters/edges-of-parameters.js'
import { randomBodies } from '#toolkit/conformance/probes/random/random-bodies.js'
import { SCENARIOS } from '#toolkit/conformance/probes/state/scenarios.js'
import { state } from '#toolkit/conformance/probes/state/state.js'
import {
  otherCredentials,
  primaryCredentials,
} from '#toolkit/conformance/requests/given-credentials.js'
import { Scene } from '#toolkit/conformance/resources/scene.js'
import { Kit } from '#toolkit/conformance/run/kit.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { HttpTarget } from '#toolkit/conformance/target/http-target.js'
import { securityOf } from '../../../extended/peers/credentials.js'
import { UNHURRIED } from '../helpers/limits.js'
import { isMeant } from './faults/meant.js'
import { type AnyFault, faults } from './faults.js'
import { type ContractName, documentFile } from './kernel/document.js'
import { startServer } from './start.js'

t.setTimeout(0)

const contracts = {
  plants: new TestedContract(documentFile('plants')),
  catalog: new TestedContract(documentFile('catalog')),
}

const bodies = [edgesOfBodies, jsonBodies, randomBodies]

/** The probes for kinds of faults; scenarios are for the others. */
const PROBES: Readonly<Record<string, readonly Probe[]>> = {
  'negative body': [...bodies, mediaTypes],
  'positive body': bodies,
  'no 5xx': bodies,
  json: [jsonBodies, edgesOfBodies, mediaTypes],
  'negative parameter': [edgesOfParameters],
  'positive parameter': [defaultValues, edgesOfParameters],
}

const SCENES = ['round trip', 'state', 'update', 'versions', 'nested', 'paging', 'search']

/** What no probe can tell, or only one that would need another book, or another seed. */
const UNSEEN = new Set([
  ...['title-unique', 'sequel-not-checked', 'sequel-refused', 'review-ids-of-all-books'],
  ...['limit-other-default', 'next-on-last', 'next-without-filters', 'review-retry-201'],
  ...['in-stock-not-absent', 'second-filter-ignored', 'sort-price-as-text', 'patch-as-put'],
  ...['title-filter-of-pattern', 'discount-any', 'create-empty-accepted'],
])

/** Faults that are tried at once, since the kit waits a part of the time. */
const AT_ONCE = 8

interface Tried {
  readonly contract: ContractName
  readonly fault: AnyFault
}

/** Tries a server until a check that is meant for its fault finds it; what was found. */
async function findingsOn({ contract, fault }: Tried): Promise<string[]> {
  const server = await startServer(contract, fault.name)
  const given = securityOf(server)
  const kit = new Kit({
    ...{ contract: contracts[contract], target: new HttpTarget(server.url) },
    ...{ credentials: primaryCredentials(given), others: otherCredentials(given) },
    ...{ seed: 1, ...UNHURRIED, late: 300 },
  })
  const found = () =>
    kit.violations
      .filter(({ check }) => isMeant(fault.check, check))
      .map(({ check, expected, received }) => `${check}: ${expected} | ${received}`)
  await kit.prepare()
  const probes = PROBES[fault.check]
  const steps = probes === undefined ? scenes(kit) : runs(kit, probes)
  for await (const _ of steps) if (found().length > 0) break
  await server.close()
  return found()
}

async function* runs(kit: Kit, probes: readonly Probe[]): AsyncGenerator<void> {
  for (const probe of probes) {
    for (const operation of kit.contract.operations) yield probe.run(kit, operation)
  }
}

async function* scenes(kit: Kit): AsyncGenerator<void> {
  for (const { what, about, play } of SCENARIOS) {
    for (const resource of kit.resources) {
      const operation = about(resource)
      if (operation === undefined) continue
      const subject = { operation, pointer: operation.pointer, what }
      yield kit.scenario(subject, (run) => play(new Scene(kit, run), resource))
    }
  }
  for (const operation of kit.contract.operations) {
    if (operation.method === 'PUT') yield state.run(kit, operation)
  }
}

/** Scenarios need things that can be read, which the plant store does not show. */
const tried = (['plants', 'catalog'] as const).flatMap((contract) =>
  faults[contract]
    .filter(({ check, name }) => {
      const isScene = contract === 'catalog' && SCENES.includes(check)
      return (isScene || check in PROBES) && !UNSEEN.has(name)
    })
    .map((fault) => ({ contract, fault })),
)
const begun: Promise<string[]>[] = []

for (const [at, { contract, fault }] of tried.entries()) {
  t.test(`probes find the fault ${fault.name} of ${contract}: ${fault.says}`, async (t) => {
    begun.push(...tried.slice(begun.length, at + AT_ONCE).map(findingsOn))
    t.not((await begun[at])?.length, 0)
  })
}
