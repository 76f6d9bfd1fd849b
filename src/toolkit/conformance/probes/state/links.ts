import type { Operation } from '../../document/contract.js'
import type { ResponseLink } from '../../document/links.js'
import { linksOf } from '../../document/links.js'
import { isRaw } from '../../exchange/request.js'
import { isResponse, isSuccess } from '../../exchange/response.js'
import { keyOf } from '../../requests/identities.js'
import { parametersOf } from '../../requests/parts.js'
import { evaluated, type KnownExchange } from '../../resources/runtime-expression.js'
import { documents } from '../../resources/scenario.js'
import type { Scene, ThingCall } from '../../resources/scene.js'

/** What a response links to is there: the linked operation answers, as documented. */
export async function linksLead(scene: Scene, operation: Operation): Promise<void> {
  const exchange = await exchangeOf(scene, operation)
  if (exchange === undefined) return
  const links = linksOf(scene.kit.contract, operation).filter(({ status }) =>
    isStatus(status, exchange.response.status),
  )
  for (const link of links.toSorted((one, other) => orderOf(one) - orderOf(other))) {
    await linkLeads(scene, exchange, link)
  }
}

/** A success of the operation; for one that makes things, with a body that the server takes. */
async function exchangeOf(scene: Scene, operation: Operation): Promise<KnownExchange | undefined> {
  const { run, kit } = scene
  const resource = kit.resources.find(({ operations }) => operations.create === operation)
  if (resource === undefined) await scene.send(operation)
  else await scene.make(resource)
  const { request, outcome } = run.steps.at(-1) as (typeof run.steps)[number]
  // What is accepted may be made later, and what is deleted is gone.
  if (isRaw(request) || !isResponse(outcome) || !isSuccess(outcome)) return undefined
  if (outcome.status === 202 || request.method === 'DELETE') return undefined
  return { operation, baseUrl: kit.target.baseUrl, request, response: outcome }
}

function isStatus(named: string, status: number): boolean {
  return named === String(status) || named === `${Math.floor(status / 100)}XX`
}

/** What is removed is linked to no more. */
function orderOf({ target }: ResponseLink): number {
  return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(target.method)
}

async function linkLeads(scene: Scene, exchange: KnownExchange, link: ResponseLink): Promise<void> {
  const { target, pointer } = link
  const call = callOf(exchange, link)
  if (call === undefined) return
  const status = await scene.lasting(async () => {
    const response = await scene.send(target, call)
    return leadsNowhere(scene, exchange, link, response.status) ? response.status : undefined
  })
  if (status === undefined) return
  const { method, path } = target
  const expected = `an answer of ${method} ${path}, to which the response links`
  scene.run.find({ check: 'link', pointer, expected, received: `status ${status}` })
}

/** The linked request; `undefined` if the response has not all that it needs. */
function callOf(exchange: KnownExchange, link: ResponseLink): ThingCall | undefined {
  const { target, parameters, requestBody } = link
  const values = new Map<string, unknown>()
  const others: Record<string, unknown> = {}
  for (const [parameter, given] of parameters) {
    const value = evaluated(exchange, given)
    if (value === undefined) return undefined
    if (parameter.in === 'path') values.set(keyOf(target.path, parameter.name), value)
    else others[parameter.name] = value
  }
  const body = evaluated(exchange, requestBody)
  if (requestBody !== undefined && body === undefined) return undefined
  return { thing: { values }, parameters: others, ...(body !== undefined && { body }) }
}

/** True if the answer says that what the response links to does not exist, though it has to. */
function leadsNowhere(
  { kit }: Scene,
  { operation }: KnownExchange,
  { target, parameters }: ResponseLink,
  status: number,
): boolean {
  const given = parametersOf(target)
    .filter((each) => each.in === 'path')
    .map((each) => parameters.get(each))
  if (![404, 405, 410].includes(status) || given.includes(undefined)) return false
  if (!documents(target, status)) return true
  const linked = kit.resources.find(({ operations }) => operations.read === target)
  if (linked === undefined) return false
  // What a client has named may not exist; the thing of the request does, and so does one of its own kind.
  const isOfRequest = given.every((each) => String(each).startsWith('$request.path.'))
  return isOfRequest || Object.values(linked.operations).includes(operation)
}
