import type { Operation } from '../../document/contract.js'
import { documentedMethods } from '../../document/routing.js'
import { headerOf, type SentRequest } from '../../exchange/request.js'
import { isResponse, type ReceivedResponse } from '../../exchange/response.js'
import { canWrite, isFirstOfPath, validRequest } from '../../run/base-request.js'
import type { Expectation } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'

const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']

/** Methods that a document leaves out of a path are not answered with a success. */
export const undocumentedMethods: Probe = {
  name: 'undocumented methods',
  async run(kit, operation) {
    if (!isFirstOfPath(kit, operation)) return
    const [path = ''] = validRequest(kit, operation).target.split('?')
    const { all } = documentedMethods(kit.contract, path)
    for (const method of METHODS) {
      if (all.includes(method)) continue
      // HEAD is GET without its body, and OPTIONS tells of the others.
      if (method === 'HEAD' && all.includes('GET')) continue
      const outcome = await kit.try({
        pointer: operation.pointer.replace(/\/[^/]*$/, ''),
        what: `${method} ${operation.path}, which the document does not have`,
        check: 'operation-documented',
        expect: method === 'OPTIONS' ? ANY : NO_SUCCESS,
        request: () => requestOf(kit, operation, method),
      })
      if (outcome && isResponse(outcome)) noteRefusal(kit, all, outcome)
    }
  },
}

function noteRefusal({ notes }: Kit, methods: readonly string[], response: ReceivedResponse): void {
  const { status } = response
  if (status === 404 || status === 400)
    notes.add(`An undocumented method of a path is answered with ${status}, not 405.`)
  const allow = headerOf(response, 'allow') ?? ''
  if (status === 405 && !methods.every((each) => allow.includes(each)))
    notes.add('The Allow of a 405 does not have all methods of its path (RFC 9110, 15.5.6).')
}

/** The request of a documented operation with another method, and with a body that its path takes. */
function requestOf(kit: Kit, operation: Operation, method: string): SentRequest {
  if (['PUT', 'POST', 'PATCH', 'PROPFIND'].includes(method)) {
    const beside = kit.contract.tested.filter(({ path }) => path === operation.path)
    const taking = beside.find((each) => each.requestBody && canWrite(kit, each))
    return { ...validRequest(kit, taking ?? operation), method }
  }
  const { target, headers } = validRequest(kit, operation)
  return { method, target, headers: headers.filter(([name]) => name !== 'Content-Type') }
}

const NO_SUCCESS: Expectation = {
  told: 'status 405 with Allow',
  isMet: ({ status }) => status >= 300,
}

const ANY: Expectation = { told: 'a response', isMet: () => true }
