import { load } from 'js-yaml'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import type { SentRequest } from '#toolkit/conformance/exchange/request.js'
import type { KitSettings } from '#toolkit/conformance/run/kit-settings.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { AppTarget, type TestedApp } from '#toolkit/conformance/target/app-target.js'
import { contractOf } from '../helpers/documents.js'
import { kitFor, type Probed, probed } from '../helpers/kit.js'
import { type Answer, type Asked, stubApp } from '../helpers/stub-app.js'

/** Schemes that operations may name. */
export const SCHEMES = {
  token: { type: 'http', scheme: 'bearer' },
  user: { type: 'http', scheme: 'basic' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  oauth: { type: 'oauth2', flows: {} },
}

export async function runStub(
  probe: Probe,
  paths: object | string,
  answer: (asked: Asked, count: number) => Answer,
  settings: Partial<KitSettings> = {},
): Promise<Probed & { readonly asked: string[] }> {
  const { app, asked } = stubApp(answer)
  const contract = contractOf(paths, { components: { securitySchemes: SCHEMES } })
  const target = Object.assign(new AppTarget(app), { isWhole: true })
  return { ...(await probed(kitFor(contract, target, settings), probe)), asked }
}

/** Gives another status than a correct server; nothing for what stays as it is. */
export type Fault = (request: SentRequest) => number | undefined

/** Runs a probe on the operations of a document, or one of them, with an app that is correct but for a fault. */
export function runApp(
  probe: Probe,
  text: string,
  app: TestedApp,
  fault: Fault = () => undefined,
  only?: string,
): Promise<Probed> {
  const target = new AppTarget(app)
  const { send } = target
  target.send = async (request, time) => {
    const outcome = await send.call(target, request, time)
    const status = fault(request)
    return status === undefined || 'failure' in outcome ? outcome : { ...outcome, status }
  }
  return probed(kitFor(new TestedContract(load(text) as object), target), probe, only)
}
