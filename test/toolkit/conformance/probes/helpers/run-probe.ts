import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import type { Credentials } from '#toolkit/conformance/requests/credentials.js'
import type { OtherCredential } from '#toolkit/conformance/requests/given-credentials.js'
import { attempt } from '#toolkit/conformance/resources/attempt.js'
import { Kit } from '#toolkit/conformance/run/kit.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { HttpTarget } from '#toolkit/conformance/target/http-target.js'
import { UNHURRIED } from '../../helpers/limits.js'
import { CREDENTIALS, DOCUMENT } from './document.js'
import { makeServer, type Parts } from './server.js'

export interface Found {
  /** `check: what`, each once. */
  readonly violations: readonly string[]
  readonly notes: readonly string[]
  readonly kit: Kit
}

interface Settings {
  readonly document?: object
  readonly credentials?: Credentials
  readonly others?: readonly OtherCredential[]
  readonly server?: Server
  /** The operations that are tried; all without them. */
  readonly only?: readonly string[]
  readonly prepare?: (kit: Kit) => void
}

/** What is made of the document serves all runs. */
const CONTRACT = new TestedContract(DOCUMENT)

/** Runs probes against a server with faults, and gives what they find. */
export async function runProbes(
  t: Test,
  probes: readonly Probe[],
  faults: (parts: Parts) => Partial<Parts> = () => ({}),
  settings: Settings = {},
): Promise<Found> {
  const server = settings.server ?? makeServer(faults)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { document } = settings
  const contract = document === undefined ? CONTRACT : new TestedContract(document)
  const target = new HttpTarget(`http://127.0.0.1:${port}`)
  const { credentials = CREDENTIALS, others = [] } = settings
  const limits = { seed: 1, ...UNHURRIED }
  const kit = new Kit({ contract, target, credentials, others, ...limits })
  settings.prepare?.(kit)
  t.teardown(async () => {
    await target.close()
    server.closeAllConnections()
    server.close()
  })
  const { only } = settings
  const tried = contract.operations.filter((each) => only?.includes(each.operationId) ?? true)
  for (const probe of probes) {
    for (const operation of tried) await attempt(() => probe.run(kit, operation))
  }
  const told = kit.violations.map(({ check, what }) => `${check}: ${what}`)
  return { violations: [...new Set(told)], notes: [...kit.notes], kit }
}
