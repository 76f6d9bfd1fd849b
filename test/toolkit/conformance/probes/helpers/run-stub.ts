import type { KitSettings } from '#toolkit/conformance/run/kit-settings.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { AppTarget } from '#toolkit/conformance/target/app-target.js'
import { contractOf } from '../../helpers/documents.js'
import { kitFor } from '../../helpers/kit.js'
import { type Answer, type Asked, stubApp } from '../../helpers/stub-app.js'

/** Schemes that operations may name. */
export const SCHEMES = {
  token: { type: 'http', scheme: 'bearer' },
  user: { type: 'http', scheme: 'basic' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
}

/** Runs a probe with a server that answers so, and gives what it finds: `check: expected | received`. */
export async function runStub(
  probe: Probe,
  paths: object | string,
  answer: (asked: Asked, count: number) => Answer,
  settings: Partial<KitSettings> = {},
) {
  const { app, asked } = stubApp(answer)
  const contract = contractOf(paths, { components: { securitySchemes: SCHEMES } })
  const target = Object.assign(new AppTarget(app), { isWhole: true })
  const kit = kitFor(contract, target, settings)
  for (const operation of contract.operations) await probe.run(kit, operation)
  const { violations } = kit
  return {
    checks: violations.map(({ check }) => check),
    told: violations.map((each) => `${each.check}: ${each.expected} | ${each.received}`),
    what: violations.map(({ check, what }) => `${check}: ${what}`),
    notes: [...kit.notes],
    asked,
  }
}
