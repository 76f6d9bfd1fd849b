import type { FastifyInstance } from 'fastify'
import { load } from 'js-yaml'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import type { SentRequest } from '#toolkit/conformance/exchange/request.js'
import type { Outcome } from '#toolkit/conformance/exchange/response.js'
import type { Kit } from '#toolkit/conformance/run/kit.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { AppTarget } from '#toolkit/conformance/target/app-target.js'
import type { TestTarget } from '#toolkit/conformance/target/test-target.js'
import { kitFor } from '../helpers/kit.js'

/** Changes what a correct server answers; nothing for what stays as it is. */
export type Fault = (request: SentRequest, body: string) => Partial<Answer> | undefined

interface Answer {
  readonly status: number
  readonly json: unknown
  readonly failure: Outcome
  /** Sent to the server in place of the request. */
  readonly instead: SentRequest
  readonly headers: Readonly<Record<string, string>>
}

/** A server that is correct but for a fault. */
export function withFault(target: TestTarget, fault: Fault): TestTarget {
  return {
    ...{ baseUrl: target.baseUrl, host: target.host, basePath: target.basePath },
    isWhole: target.isWhole,
    async send(request, time) {
      const found = fault(request, request.body?.toString() ?? '')
      if (found?.failure !== undefined) return found.failure
      const outcome = await target.send(found?.instead ?? request, time)
      if (found === undefined || 'failure' in outcome) return outcome
      const { status = outcome.status, json, headers = {} } = found
      const body = json === undefined ? outcome.body : Buffer.from(JSON.stringify(json))
      const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
      const kept = outcome.headers.filter(([name]) => !own.has(name.toLowerCase()))
      return { ...outcome, status, body, headers: [...kept, ...Object.entries(headers)] }
    },
    sendRaw: (request, time) => target.sendRaw(request, time),
    takesConnections: (time) => target.takesConnections(time),
    close: () => target.close(),
  }
}

export interface Probed {
  readonly kit: Kit
  /** `check: what`, of each violation. */
  readonly found: readonly string[]
}

interface Settings {
  readonly fault?: Fault
  /** The id of the one operation that is tried. */
  readonly only?: string
}

/** Runs a probe on the operations of a document. */
export async function probed(
  probe: Probe,
  text: string,
  app: FastifyInstance,
  { fault, only }: Settings = {},
): Promise<Probed> {
  const contract = new TestedContract(load(text) as object)
  const target = new AppTarget(app)
  const kit = kitFor(contract, fault === undefined ? target : withFault(target, fault))
  for (const operation of contract.operations) {
    if (only === undefined || operation.operationId === only) await probe.run(kit, operation)
  }
  return { kit, found: kit.violations.map(({ check, what }) => `${check}: ${what}`) }
}
