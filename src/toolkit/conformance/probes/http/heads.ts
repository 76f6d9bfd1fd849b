import { headerOf } from '../../exchange/request.js'
import {
  isResponse,
  type Outcome,
  outcomeText,
  type ReceivedResponse,
} from '../../exchange/response.js'
import { isAccepted, validRequest } from '../../run/base-request.js'
import type { Probe } from '../../run/probe.js'

/** HEAD is GET without the body (RFC 9110, section 9.3.2), where it is answered. */
export const heads: Probe = {
  name: 'HEAD',
  async run(kit, operation) {
    if (operation.method !== 'GET' || !(await isAccepted(kit, operation))) return
    const { pointer, path } = operation
    const isDocumented = kit.contract.operations.some(
      (each) => each.path === path && each.method === 'HEAD',
    )
    const what = `HEAD ${path}`
    await kit.scenario({ operation, pointer, what }, async (run) => {
      // The same one: values of required parameters are drawn.
      const request = validRequest(kit, operation)
      const get = await kit.peek(request)
      const head = await run.send({ ...request, method: 'HEAD' })
      const again = await kit.peek(request)
      if (!isResponse(head) || (!isDocumented && NOT_SERVED.includes(head.status))) return
      const difference = differenceOf(head, get, again)
      if (difference === undefined) return
      run.find({
        check: 'head',
        pointer,
        expected: `as GET: ${difference}`,
        received: outcomeText(head),
      })
    })
  },
}

/** A document without HEAD may mean that there is none. */
const NOT_SERVED = [404, 405, 501]

/** The first thing in which HEAD differs from what GET answers before and after it. */
function differenceOf(head: ReceivedResponse, get: Outcome, again: Outcome): string | undefined {
  if (!isResponse(get) || !isResponse(again) || get.isPartial) return undefined
  if (get.status !== again.status) return undefined
  if (head.status !== get.status) return `status ${get.status}`
  for (const name of ['Content-Type', 'Content-Length', 'ETag']) {
    const [value, other] = [headerOf(get, name), headerOf(again, name)]
    const own = headerOf(head, name)
    if (own !== undefined && value !== undefined && value === other && own !== value)
      return `${name}: ${value}`
  }
  return undefined
}
