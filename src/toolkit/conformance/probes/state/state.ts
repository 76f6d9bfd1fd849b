import type { Operation } from '../../document/contract.js'
import { linksOf } from '../../document/links.js'
import type { TestedResource } from '../../resources/resource.js'
import { Scene } from '../../resources/scene.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'
import { fewAreApart } from './apart.js'
import { linksLead } from './links.js'
import { leadsElsewhere, locationLeads } from './locations.js'
import { SCENARIOS } from './scenarios.js'
import { singleIsKept } from './singles.js'

/** Requests for the scenarios of all resources together. */
const MOST_REQUESTS = 12_000

const WHAT = 'something is set and read'

/** What was made can be read, listed, changed and removed, as the document says. */
export const state: Probe = {
  name: 'state',
  share: 200,
  async run(kit, operation) {
    const resource = kit.resources.find((each) => firstOf(kit, each) === operation)
    if (resource !== undefined) await playAll(kit, resource)
    for (const single of kit.singles.filter(({ set }) => set === operation)) {
      const subject = { operation: single.read, pointer: single.read.pointer, what: WHAT }
      await kit.scenario(subject, (run) => singleIsKept(new Scene(kit, run), single))
    }
    const made = kit.resources.find(({ operations }) => operations.create === operation)
    if (leadsElsewhere(operation, made)) {
      const subject = { operation, pointer: operation.pointer, what: 'a Location is followed' }
      await kit.scenario(subject, (run) => locationLeads(new Scene(kit, run), operation))
    }
    if (linksOf(kit.contract, operation).length > 0) {
      const subject = { operation, pointer: operation.pointer, what: 'links are followed' }
      await kit.scenario(subject, (run) => linksLead(new Scene(kit, run), operation))
    }
  },
}

/** What is made at once is apart: it takes few requests, and a slow server is slow at each. */
export const atOnce: Probe = {
  name: 'requests at once',
  async run(kit, operation) {
    const resource = kit.resources.find(({ operations }) => operations.create === operation)
    if (resource === undefined) return
    const { what, play } = fewAreApart
    const subject = { operation, pointer: operation.pointer, what }
    await kit.scenario(subject, (run) => play(new Scene(kit, run), resource))
  },
}

function firstOf({ contract }: Kit, { operations }: TestedResource): Operation | undefined {
  return Object.values(operations).find((each) => contract.tested.includes(each))
}

async function playAll(kit: Kit, resource: TestedResource): Promise<void> {
  const most = Math.max(40, MOST_REQUESTS / kit.resources.length)
  let sent = 0
  for (const { what, about, play } of SCENARIOS) {
    const operation = about(resource)
    if (operation === undefined || !kit.contract.tested.includes(operation)) continue
    if (sent > most) return
    const subject = { operation, pointer: operation.pointer, what }
    await kit.scenario(subject, async (run) => {
      await play(new Scene(kit, run), resource)
      sent += run.steps.length
    })
  }
}
