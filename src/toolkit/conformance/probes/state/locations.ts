import type { Operation } from '../../document/contract.js'
import { headerOf } from '../../exchange/request.js'
import { isResponse } from '../../exchange/response.js'
import { authenticated } from '../../requests/credentials.js'
import { whereLeads } from '../../resources/location.js'
import type { TestedResource } from '../../resources/resource.js'
import { find } from '../../resources/scenario.js'
import type { Scene } from '../../resources/scene.js'

/**
 * True for a POST whose answer says where something is that is not read as what was made, or not yet: a job that has
 * begun.
 */
export function leadsElsewhere(
  { method, responses }: Operation,
  resource: TestedResource | undefined,
): boolean {
  const told = responses.filter(({ status }) => status === '201' || status === '202')
  const hasLocation = told.some(({ headers }) =>
    headers.some(({ name }) => name.toLowerCase() === 'location'),
  )
  const isLater = told.some(({ status }) => status === '202')
  return method === 'POST' && hasLocation && (isLater || resource?.operations.read === undefined)
}

/** A `Location` leads to something (RFC 9110, section 10.2.2). */
export async function locationLeads(scene: Scene, operation: Operation): Promise<void> {
  const { kit } = scene
  const { contract, credentials, target } = kit
  const parent = kit.resources.find(({ operations }) => operations.create === operation)?.parent
  const call = { thing: kit.things.known(parent) }
  const response = await scene.send(operation, call)
  const location = headerOf(response, 'location')
  if (![201, 202].includes(response.status) || location === undefined) return
  const led = await whereLeads(target, scene.written(operation, call).target, location)
  if (led.wrong === undefined && led.target === undefined) return
  const place = { method: 'GET', target: led.target ?? '', headers: [] }
  const wrong = await scene.lasting(async () => {
    const expected = 'a Location that leads to something'
    if (led.wrong !== undefined) return { expected, received: led.wrong }
    const outcome = await kit.peek(authenticated(contract, operation, place, credentials))
    if (!isResponse(outcome) || ![404, 405, 410].includes(outcome.status)) return undefined
    return { expected, received: `Location: ${location}, status ${outcome.status}` }
  })
  if (wrong !== undefined) find(scene, 'location', operation, wrong)
}
