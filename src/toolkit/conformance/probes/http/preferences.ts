import { append } from '../../../openapi/json-pointer.js'
import { nameOfMedia } from '../../../openapi/media-name.js'
import type { Operation } from '../../document/contract.js'
import { headerOf, type SentRequest, withHeader, withQuery } from '../../exchange/request.js'
import { parametersOf } from '../../requests/parts.js'
import { isAccepted, isSample, statusNow, validRequest } from '../../run/base-request.js'
import { ACCEPTED, ANSWERED, type Expectation } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'

/** What a client prefers decides on the representation, and fails no request that can be served. */
export const preferences: Probe = {
  name: 'preferences of the client',
  share: 8,
  async run(kit, operation) {
    if (isSample(kit, operation) && (await isAccepted(kit, operation))) {
      await accept(kit, operation)
      await unknownHeaders(kit, operation)
    }
    await overrides(kit, operation)
    await unexpectedBody(kit, operation)
  },
}

/** RFC 9110, section 12.5.1. */
async function accept(kit: Kit, operation: Operation): Promise<void> {
  const successes = operation.responses.filter(({ status }) => /^2/.test(status))
  const documented = successes.flatMap(({ content }) => content.map(nameOfMedia))
  const weighted = documented.map((type) => `text/html;q=0.1, ${type};q=0.5, */*;q=0.1`)
  const ranges = documented.map((type) => type.replace(/\/.*/, '/*'))
  const servable = ['*/*', ...new Set([...documented, ...ranges, ...weighted])].map(
    (type) => [type, ACCEPTED] as const,
  )
  const page = 'text/html, application/xml;q=0.9, */*;q=0.1'
  const unknown = ['application/x-none', 'application/xml', '*/*;q=0', ';;;', page]
  const others = unknown.map((type) => [type, ANSWERED] as const)
  for (const [type, expect] of [...servable, ...others]) {
    await kit.try({
      ...{ operation, check: 'accept', expect, what: `Accept: ${type}` },
      pointer: append(operation.pointer, 'responses'),
      request: () => withHeader(validRequest(kit, operation), 'Accept', type),
    })
  }
}

/** RFC 9110, section 5.1: what a server does not know it ignores. */
async function unknownHeaders(kit: Kit, operation: Operation): Promise<void> {
  const known = parametersOf(operation).flatMap((each) =>
    each.in === 'header' ? each.name.toLowerCase() : [],
  )
  const names = [
    ...['Accept-Language', 'Cookie', 'Forwarded', 'Referer', 'X-Forwarded-For', 'X-Unknown'],
    'X-Requested-With',
  ].filter((name) => !known.includes(name.toLowerCase()))
  await kit.try({
    ...{ operation, check: 'valid-accepted', expect: ACCEPTED, pointer: operation.pointer },
    what: 'headers that the document does not name',
    request: () => {
      const request = validRequest(kit, operation)
      const lines = names
        .filter((name) => headerOf(request, name) === undefined)
        .map((name) => [name, VALUES[name] ?? 'conformance'] as const)
      return { ...request, headers: [...request.headers, ...lines] }
    },
  })
  // A page of another origin may be refused.
  await kit.try({
    ...{ operation, check: 'no-server-error', expect: ANSWERED, pointer: operation.pointer },
    what: 'a request from a page of another origin',
    request: () =>
      withHeader(validRequest(kit, operation), 'Origin', 'https://conformance.example'),
  })
}

const VALUES: Readonly<Record<string, string>> = {
  'Accept-Language': 'de-AT, en;q=0.5, *;q=0.1',
  Cookie: 'conformance=1',
  Forwarded: 'for=203.0.113.7',
  Referer: 'https://conformance.example/',
  'X-Forwarded-For': '203.0.113.7',
}

/** Headers and parameters by which some frameworks change the method. */
const OVERRIDES: Readonly<Record<string, (request: SentRequest, method: string) => SentRequest>> = {
  'X-HTTP-Method-Override': (request, method) =>
    withHeader(request, 'X-HTTP-Method-Override', method),
  'X-HTTP-Method': (request, method) => withHeader(request, 'X-HTTP-Method', method),
  'X-Method-Override': (request, method) => withHeader(request, 'X-Method-Override', method),
  _method: (request, method) => withQuery(request, `_method=${method}`),
}

async function overrides(kit: Kit, operation: Operation): Promise<void> {
  const isFirst = kit.contract.tested.find(({ method }) => method === operation.method)
  if (isFirst !== operation || !['GET', 'POST'].includes(operation.method)) return
  const usual = await statusNow(kit, operation)
  // What conflicts with something now may not do so later.
  if (usual === 0 || usual === 409) return
  const expect: Expectation = {
    told: `status ${usual}, as without it`,
    // An unknown parameter may be refused, and the state may have changed.
    isMet: ({ status }) => [usual, 400, 409, 422].includes(status),
  }
  const method = operation.method === 'GET' ? 'DELETE' : 'PUT'
  for (const [name, change] of Object.entries(OVERRIDES)) {
    await kit.try({
      ...{ operation, check: 'method-override', expect, pointer: operation.pointer },
      what: `${name}: ${method}`,
      request: () => change(validRequest(kit, operation), method),
    })
  }
}

/** A body where none is documented has no meaning (RFC 9110, section 9.3.1): it does no harm. */
async function unexpectedBody(kit: Kit, operation: Operation): Promise<void> {
  if (operation.requestBody !== undefined || operation.method === 'DELETE') return
  await kit.try({
    ...{ operation, check: 'no-server-error', expect: ANSWERED, pointer: operation.pointer },
    what: 'a body, where none is documented',
    request: () => ({
      ...withHeader(validRequest(kit, operation), 'Content-Type', 'application/json'),
      body: Buffer.from('{}'),
    }),
  })
}
