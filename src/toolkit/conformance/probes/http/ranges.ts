import type { Operation } from '../../document/contract.js'
import { headerOf, type SentRequest, withHeader } from '../../exchange/request.js'
import { isResponse, outcomeText, type ReceivedResponse } from '../../exchange/response.js'
import { documents } from '../../resources/scenario.js'
import { canWrite, isAccepted, validRequest } from '../../run/base-request.js'
import type { CaseRun } from '../../run/case-run.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'

/** Ranges are answered as asked, where the server or the document says that there are some (RFC 9110, section 14). */
export const ranges: Probe = {
  name: 'ranges',
  async run(kit, operation) {
    if (operation.method !== 'GET') return
    await fill(kit, operation)
    if (!(await isAccepted(kit, operation))) return
    const whole = await kit.peek(validRequest(kit, operation))
    if (!isResponse(whole)) return
    if (headerOf(whole, 'accept-ranges') !== 'bytes' && !documents(operation, 206)) return
    const { length } = whole.body
    if (length < 4) return
    for (const [range, start, end] of [
      ['bytes=0-1', 0, 2],
      ['bytes=1-', 1, length],
      ['bytes=-2', length - 2, length],
      [`bytes=2-${length + 5}`, 2, length],
    ] as const) {
      await satisfiable(kit, operation, range, [start, end])
    }
    await unsatisfiable(kit, operation, `bytes=${length + 1}-`)
    await ignored(kit, operation, 'bytes=x-y')
    await ignored(kit, operation, 'pages=1-2')
  },
}

/** Where a file is set at the same path, there may be none yet. */
async function fill(kit: Kit, { path }: Operation): Promise<void> {
  const put = kit.contract.operations.find(
    (each) => each.path === path && each.method === 'PUT' && hasBytes(each),
  )
  if (put !== undefined && canWrite(kit, put)) await kit.peek(validRequest(kit, put))
}

function hasBytes({ requestBody }: Operation): boolean {
  return requestBody?.content.some(({ kind }) => kind === 'binary') ?? false
}

async function tried(
  kit: Kit,
  operation: Operation,
  range: string,
  judge: (response: ReceivedResponse, whole: Buffer, run: CaseRun) => string | undefined,
): Promise<void> {
  const { pointer } = operation
  await kit.scenario({ operation, pointer, what: `Range: ${range}` }, async (run) => {
    const request: SentRequest = validRequest(kit, operation)
    const whole = await kit.peek(request)
    const part = await run.send(withHeader(request, 'Range', range), operation)
    if (!isResponse(whole) || !isResponse(part) || whole.status !== 200) return
    const expected = judge(part, whole.body, run)
    if (expected === undefined) return
    const field = headerOf(part, 'content-range') ?? 'no Content-Range'
    run.find({ check: 'range', pointer, expected, received: `${outcomeText(part)}, ${field}` })
  })
}

/** The bytes that are asked for, or all of them. */
async function satisfiable(
  kit: Kit,
  operation: Operation,
  range: string,
  [start, end]: readonly [number, number],
): Promise<void> {
  await tried(kit, operation, range, ({ status, body, ...response }, whole) => {
    if (status === 200) return body.equals(whole) ? undefined : 'the whole body with status 200'
    const field = `bytes ${start}-${end - 1}/${whole.length}`
    const given = headerOf(response, 'content-range') ?? ''
    const isRight =
      status === 206 &&
      body.equals(whole.subarray(start, end)) &&
      (given === field || given === field.replace(/\d+$/, '*'))
    return isRight ? undefined : `status 206, Content-Range: ${field} and these bytes`
  })
}

async function unsatisfiable(kit: Kit, operation: Operation, range: string): Promise<void> {
  await tried(kit, operation, range, ({ status, ...response }, whole) => {
    if (status === 200) return undefined
    if (status !== 416) return 'status 416, or the whole body with 200'
    const field = headerOf(response, 'content-range')
    const isRight = field === undefined || field === `bytes */${whole.length}`
    return isRight ? undefined : `Content-Range: bytes */${whole.length}`
  })
}

/** A range that is malformed or of another unit is disregarded, or refused (RFC 9110, section 14.2). */
async function ignored(kit: Kit, operation: Operation, range: string): Promise<void> {
  await tried(kit, operation, range, ({ status, body }, whole) => {
    const isRight = status === 200 ? body.equals(whole) : status >= 400 && status < 500
    return isRight ? undefined : 'the whole body with status 200, or a refusal'
  })
}
