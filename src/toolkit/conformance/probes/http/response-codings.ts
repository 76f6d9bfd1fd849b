import { append } from '../../../openapi/json-pointer.js'
import type { Operation } from '../../document/contract.js'
import { headerOf, type SentRequest, withHeader } from '../../exchange/request.js'
import { isResponse, type ReceivedResponse } from '../../exchange/response.js'
import { decodedBody } from '../../judge/response-of.js'
import { isAccepted, isSample, validRequest } from '../../run/base-request.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'

/** A response has no coding but those that the client accepts, and is the same without it. */
export const responseCodings: Probe = {
  name: 'codings of responses',
  async run(kit, operation) {
    if (!isSample(kit, operation) || !(await isAccepted(kit, operation))) return
    for (const accepted of CODINGS) await isCodedSo(kit, operation, accepted)
  },
}

const CODINGS = ['gzip', 'br', 'deflate', 'identity']

async function isCodedSo(kit: Kit, operation: Operation, accepted: string): Promise<void> {
  const pointer = append(operation.pointer, 'responses')
  const what = `Accept-Encoding: ${accepted}`
  await kit.scenario({ operation, pointer, what }, async (run) => {
    const request = validRequest(kit, operation)
    const before = await plainBody(kit, request)
    // What is wrong with the coding itself is judged as in any response.
    const outcome = await run.send(withHeader(request, 'Accept-Encoding', accepted), operation)
    const coding = isResponse(outcome) ? codingOf(outcome) : undefined
    if (!isResponse(outcome) || coding === undefined) return
    const wrong =
      coding === accepted
        ? ((await changed(kit, request, before, outcome)) ?? unvaried(kit, request, outcome))
        : { expected: `no coding but those of ${what}`, received: `Content-Encoding: ${coding}` }
    if (wrong !== undefined) run.find({ check: 'content-coding', pointer, ...wrong })
  })
}

function codingOf(response: ReceivedResponse): string | undefined {
  const coding = headerOf(response, 'content-encoding')?.trim().toLowerCase()
  return coding === '' || coding === 'identity' ? undefined : coding
}

/** The body of a safe request without a coding. */
async function plainBody(kit: Kit, request: SentRequest): Promise<Buffer | undefined> {
  if (request.method !== 'GET') return undefined
  const outcome = await kit.peek(withHeader(request, 'Accept-Encoding', 'identity'))
  return isResponse(outcome) && codingOf(outcome) === undefined ? outcome.body : undefined
}

/** How the body differs from that without a coding, which is the same before and after it. */
async function changed(
  kit: Kit,
  request: SentRequest,
  before: Buffer | undefined,
  response: ReceivedResponse,
) {
  const body = decodedBody(response)
  if (before === undefined || body === undefined || body.equals(before)) return undefined
  if (!(await plainBody(kit, request))?.equals(before)) return undefined
  const expected = `the ${before.length} bytes that there are without a coding`
  return { expected, received: `${body.length} other bytes` }
}

/** A shared cache gives the coded response to clients that do not accept it (RFC 9110, section 12.5.5). */
function unvaried(kit: Kit, { method }: SentRequest, response: ReceivedResponse) {
  const isVaried = /\*|accept-encoding/i.test(headerOf(response, 'vary') ?? '')
  if (method !== 'GET' || isVaried) return undefined
  kit.notes.add('Responses with a content coding have no Vary: Accept-Encoding.')
  const control = headerOf(response, 'cache-control') ?? ''
  const isShared = /\bpublic\b|\bs-maxage=[1-9]/i.test(control)
  if (!isShared || /\b(no-store|private)\b/i.test(control)) return undefined
  return { expected: 'Vary: Accept-Encoding', received: `Cache-Control: ${control} without it` }
}
