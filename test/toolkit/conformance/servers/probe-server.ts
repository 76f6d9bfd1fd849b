import type { Test } from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import {
  type GivenCredentials,
  otherCredentials,
  primaryCredentials,
} from '#toolkit/conformance/requests/given-credentials.js'
import type { Kit } from '#toolkit/conformance/run/kit.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { HttpTarget } from '#toolkit/conformance/target/http-target.js'
import { kitFor, probed } from '../helpers/kit.js'
import { type ContractName, documentFile } from './kernel/document.js'
import { type Started, securityOf } from './start.js'

/** What is made of the documents serves all runs. */
export const CONTRACTS: Readonly<Record<ContractName, TestedContract>> = {
  plants: new TestedContract(documentFile('plants')),
  catalog: new TestedContract(documentFile('catalog')),
}

interface Found {
  /** `check: what`, each once. */
  readonly told: readonly string[]
  readonly notes: readonly string[]
  readonly kit: Kit
}

interface Settings {
  readonly contract: TestedContract
  readonly credentials?: GivenCredentials
  /** The operations that are tried; all without them. */
  readonly only?: readonly string[]
}

/** Runs probes against the server at a URL, and gives what they find. */
export async function runProbes(
  t: Test,
  probes: readonly Probe[],
  url: string,
  { contract, credentials = {}, only }: Settings,
): Promise<Found> {
  const target = new HttpTarget(url)
  t.teardown(() => target.close())
  const kit = kitFor(contract, target, {
    credentials: primaryCredentials(credentials),
    others: otherCredentials(credentials),
    owners: true,
  })
  await kit.prepare()
  const { what, notes } = await probed(kit, probes, only)
  return { told: [...new Set(what)], notes, kit }
}

/** The same for a server of one of the contracts, which is closed after. */
export async function probeServer(
  t: Test,
  probes: readonly Probe[],
  name: ContractName,
  server: Started,
  only?: readonly string[],
): Promise<Found> {
  const contract = CONTRACTS[name]
  const settings = { contract, credentials: securityOf(server), ...(only && { only }) }
  const found = await runProbes(t, probes, server.url, settings)
  await server.close()
  return found
}
