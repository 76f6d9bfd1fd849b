import type { TestedContract } from '#toolkit/conformance/document/contract.js'
import { attempt } from '#toolkit/conformance/resources/attempt.js'
import { Kit } from '#toolkit/conformance/run/kit.js'
import type { KitSettings } from '#toolkit/conformance/run/kit-settings.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { AppTarget, type TestedApp } from '#toolkit/conformance/target/app-target.js'
import type { TestTarget } from '#toolkit/conformance/target/test-target.js'

/** Limits that no run of a test reaches, on any machine: the kit then says what the requests say. */
export const UNHURRIED = { time: Number.POSITIVE_INFINITY, requestTime: 600_000, late: 0 } as const

/** A kit of the first seed, and of no credential, whose limits no run of a test reaches. */
export function kitFor(
  contract: TestedContract,
  server: TestedApp | TestTarget,
  settings: Partial<KitSettings> = {},
): Kit {
  const target = 'inject' in server ? new AppTarget(server, '') : server
  return new Kit({ contract, target, credentials: {}, seed: 1, ...UNHURRIED, ...settings })
}

/** What probes find, in short: `check`, `check: expected | received`, `check: what`. */
export interface Probed {
  readonly kit: Kit
  readonly checks: string[]
  readonly told: string[]
  readonly what: string[]
  readonly notes: string[]
}

/** Runs probes on the operations of a kit's contract, or on those of these ids. */
export async function probed(
  kit: Kit,
  probes: Probe | readonly Probe[],
  only?: string | readonly string[],
): Promise<Probed> {
  for (const probe of [probes].flat())
    for (const operation of kit.contract.operations)
      if (only?.includes(operation.operationId) ?? true)
        await attempt(() => probe.run(kit, operation))
  const { violations } = kit
  return {
    kit,
    checks: violations.map(({ check }) => check),
    told: violations.map((each) => `${each.check}: ${each.expected} | ${each.received}`),
    what: violations.map(({ check, what }) => `${check}: ${what}`),
    notes: [...kit.notes],
  }
}
