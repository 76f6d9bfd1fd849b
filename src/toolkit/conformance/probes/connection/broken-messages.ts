import { append } from '../../../openapi/json-pointer.js'
import type { Operation } from '../../document/contract.js'
import type { SentRequest } from '../../exchange/request.js'
import { isResponse, isSuccess, type Outcome, outcomeText } from '../../exchange/response.js'
import { writeRaw } from '../../requests/write-raw.js'
import { hasJsonBody, isAccepted, isFirst, validRequest } from '../../run/base-request.js'
import { ACCEPTED } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'
import type { Message } from './message.js'
import { bytesOf, messagesFor } from './messages.js'

/** Messages that no client sends: what HTTP refuses is refused, and the server lives on. */
export const brokenMessages: Probe = {
  name: 'broken messages',
  share: 50,
  async run(kit, operation) {
    if (!isFirst(kit, operation)) return
    const tried = await acceptedOperation(kit)
    if (tried === undefined) return
    const isRead = hasJsonBody(tried) && tried.requestBody?.required === true
    for (const message of messagesFor(validRequest(kit, tried), isRead)) {
      if (!(await send(kit, tried, message))) return
    }
  },
}

/** Most operations of which one has to succeed. */
const MOST = 30

/** An operation whose valid request succeeds as bytes, too: one with a body if there is one. */
async function acceptedOperation(kit: Kit): Promise<Operation | undefined> {
  const { tested } = kit.contract
  const weight = (each: Operation) =>
    (hasJsonBody(each) ? 2 : 0) + (each.requestBody?.required ? 1 : 0)
  for (const operation of tested.toSorted((a, b) => weight(b) - weight(a)).slice(0, MOST)) {
    if (!(await isAccepted(kit, operation))) continue
    const outcome = await kit.peek(writeRaw(kit.target, validRequest(kit, operation)))
    if (isSuccess(outcome)) return operation
  }
  kit.notes.add('No valid request succeeded as bytes: broken messages were not tried.')
  return undefined
}

/** False if the server does not answer afterwards. */
async function send(kit: Kit, operation: Operation, message: Message): Promise<boolean> {
  let isAlive = true
  const pointer = append(operation.pointer, 'requestBody')
  const subject = { operation, pointer, what: message.what }
  await kit.scenario(subject, async (run) => {
    const request = validRequest(kit, operation)
    const outcome = await run.send(bytesOf(kit.target, request, message))
    const wrong = faultOf(message, outcome, operation)
    if (wrong !== undefined) {
      const received = outcomeText(outcome)
      run.find({ ...wrong, pointer, received })
    } else if (message.note !== undefined && isSuccess(outcome)) kit.notes.add(message.note)
    const control: SentRequest = validRequest(kit, operation)
    const after = await run.send(control)
    isAlive = isResponse(after)
  })
  return isAlive
}

function faultOf(
  { what, expect, source, tolerated = [] }: Message,
  outcome: Outcome,
  operation: Operation,
) {
  const isFailure =
    isResponse(outcome) && outcome.status >= 500 && ![501, 503, 505].includes(outcome.status)
  if (isFailure)
    return { check: 'no-server-error', expected: 'a response that is no server error' } as const
  if (expect === 'refused' && isSuccess(outcome))
    return { check: 'framing', expected: 'a refusal', source, aspect: what } as const
  const isMet =
    isResponse(outcome) &&
    (tolerated.includes(outcome.status) || ACCEPTED.isMet(outcome, operation))
  if (expect === 'accepted' && !isMet)
    return { check: 'valid-accepted', expected: ACCEPTED.told, source } as const
  return undefined
}
