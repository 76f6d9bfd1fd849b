import type { Operation } from '../../document/contract.js'
import type { SentRequest } from '../../exchange/request.js'
import { isLimited, isResponse, type Outcome, outcomeText } from '../../exchange/response.js'
import { writeRaw } from '../../requests/write-raw.js'
import { isAccepted, isFirst, validRequest } from '../../run/base-request.js'
import { ACCEPTED } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'
import { parseResponse } from '../../target/parse-response.js'

/** Two requests at once over one connection get their responses in order (RFC 9112, section 9.3.2). */
export const pipelining: Probe = {
  name: 'pipelining',
  async run(kit, operation) {
    if (!isFirst(kit, operation)) return
    for (const tried of kit.contract.tested) {
      if (!(await isAccepted(kit, tried))) continue
      await pipelined(kit, tried)
      return
    }
  },
}

/** A path that is answered otherwise. */
const NOWHERE: SentRequest = { method: 'GET', target: '/conformance-nowhere', headers: [] }

async function pipelined(kit: Kit, operation: Operation): Promise<void> {
  const { pointer } = operation
  const nowhere = await kit.peek(NOWHERE)
  const usual = await kit.peek(validRequest(kit, operation))
  if (!isResponse(nowhere) || !isResponse(usual) || nowhere.status === usual.status) return
  const what = `${operation.method} ${operation.path} and another request at once`
  await kit.scenario({ pointer, what }, async (run) => {
    const second = writeRaw(kit.target, NOWHERE)
    const changes = { connection: [], followedBy: second.bytes, readsAll: true, mayWait: true }
    const first = await run.send(writeRaw(kit.target, validRequest(kit, operation), changes))
    const next = isResponse(first) ? following(first.rest) : undefined
    if (!isResponse(first) || next === undefined || !isResponse(next)) {
      kit.notes.add('A second request over a connection at once is not answered.')
      return
    }
    const isFirst = first.status !== nowhere.status && ACCEPTED.isMet(first, operation)
    if ((isFirst && next.status === nowhere.status) || isLimited(next)) return
    const expected = `status ${usual.status}, then ${nowhere.status}`
    const received = `${outcomeText(first)}; then ${outcomeText(next)}`
    run.find({ check: 'pipelining', pointer, expected, received })
  })
}

function following(rest: Buffer | undefined): Outcome | undefined {
  return rest && parseResponse(rest, { isEnd: true, ms: 0 })
}
