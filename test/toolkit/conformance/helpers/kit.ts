import type { TestedContract } from '#toolkit/conformance/document/contract.js'
import { Kit } from '#toolkit/conformance/run/kit.js'
import type { KitSettings } from '#toolkit/conformance/run/kit-settings.js'
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
