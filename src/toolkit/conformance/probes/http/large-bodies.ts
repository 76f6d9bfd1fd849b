import type { Operation } from '../../document/contract.js'
import { chunked, writeRaw } from '../../requests/write-raw.js'
import {
  bodyPointer,
  firstAccepted,
  hasJsonBody,
  isFirst,
  requestWithBody,
} from '../../run/base-request.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'

/** More than most servers read. */
const LARGE = 2_000_000

/** A body that is too large is refused as documented, however it is sent; a server that reads it is right, too. */
export const largeBodies: Probe = {
  name: 'large bodies',
  async run(kit, operation) {
    if (!isFirst(kit, operation)) return
    const accepted = await firstAccepted(kit, kit.contract.tested.filter(hasJsonBody))
    if (accepted === undefined) return
    const what = `a body of ${LARGE} bytes`
    await tried(kit, accepted, what, (body) => ({ body }))
    await tried(kit, accepted, `${what}, in chunks`, (body) => ({
      body: chunked(body, 65_536),
      framing: ['Transfer-Encoding: chunked'],
    }))
  },
}

/** White space around JSON changes nothing but its size. The server may close the connection before it has read all. */
async function tried(
  kit: Kit,
  operation: Operation,
  what: string,
  changes: (body: Buffer) => { readonly body: Buffer; readonly framing?: readonly string[] },
): Promise<void> {
  const pointer = bodyPointer(operation)
  await kit.scenario({ operation, pointer, what }, async (run) => {
    const request = requestWithBody(kit, operation)
    const body = Buffer.concat([request.body, Buffer.alloc(LARGE - request.body.length, ' ')])
    const how = { ...changes(body), mayWait: true, judgedAs: request }
    await run.send(writeRaw(kit.target, request, how), operation)
  })
}
