import { documentedMethods } from '../../document/routing.js'
import type { SentRequest } from '../../exchange/request.js'
import { isResponse } from '../../exchange/response.js'
import { errorShape, judgeErrorShape } from '../../judge/judge-error-shape.js'
import { canWrite, isFirst, validRequest } from '../../run/base-request.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'

/**
 * Learns whether the server gives errors outside of all operations the shape of the document's errors. If it does so
 * for one of them, then others are expected to have it, too; if for none, the document does not speak for them.
 */
export const outsideErrors: Probe = {
  name: 'errors outside of operations',
  async run(kit, operation) {
    if (!isFirst(kit, operation) || !kit.target.isWhole) return
    if (errorShape(kit.contract) === undefined) return
    for (const request of requestsOf(kit)) {
      if (!(await hasShape(kit, request))) continue
      kit.judgesOutside = true
      return
    }
    kit.notes.add('Errors outside of all operations have another shape than the documented errors.')
  },
}

function requestsOf(kit: Kit): SentRequest[] {
  const nowhere: SentRequest = { method: 'GET', target: '/conformance-nowhere', headers: [] }
  const first = kit.contract.tested.find((each) => canWrite(kit, each))
  if (first === undefined) return [nowhere]
  const { target, headers } = validRequest(kit, first)
  const { all } = documentedMethods(kit.contract, target.split('?', 1)[0] as string)
  const own = headers.filter(([name]) => name !== 'Content-Type')
  return [
    nowhere,
    { ...nowhere, headers: own },
    ...['PATCH', 'PROPFIND']
      .filter((method) => !all.includes(method))
      .map((method) => ({ method, target, headers: own })),
  ]
}

async function hasShape(kit: Kit, request: SentRequest): Promise<boolean> {
  const response = await kit.peek(request)
  if (!isResponse(response) || ![404, 405].includes(response.status)) return false
  const { contract } = kit
  return judgeErrorShape({ contract, method: request.method, response, secrets: [] }).length === 0
}
