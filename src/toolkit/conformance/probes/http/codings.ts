import { gzipSync } from 'node:zlib'
import { onDemand } from '../../../shared/memoize.js'
import type { Operation } from '../../document/contract.js'
import { type SentRequest, withHeader } from '../../exchange/request.js'
import { isResponse } from '../../exchange/response.js'
import {
  bodyPointer,
  firstAccepted,
  hasJsonBody,
  isFirst,
  requestWithBody,
} from '../../run/base-request.js'
import { ANSWERED, REFUSED } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'

/** A content coding is undone, or refused; a body that is not coded as it says is not read. */
export const contentCodings: Probe = {
  name: 'content codings',
  async run(kit, operation) {
    if (!isFirst(kit, operation)) return
    const tried = await firstAccepted(kit, kit.contract.tested.filter(hasJsonBody))
    if (tried !== undefined) await tryCodings(kit, tried)
  },
}

async function tryCodings(kit: Kit, operation: Operation): Promise<void> {
  for (const { what, coding, change } of CODED) {
    await kit.try({
      ...{ operation, check: 'coding-refused', pointer: bodyPointer(operation), what },
      expect: REFUSED,
      request: () => coded(kit, operation, coding, change),
    })
  }
  const zipped = await kit.try({
    ...{ operation, check: 'coding-refused', pointer: bodyPointer(operation), expect: ANSWERED },
    what: 'a body as gzip, and Content-Encoding: gzip',
    request: () => coded(kit, operation, 'gzip', gzipSync),
  })
  if (zipped && isResponse(zipped))
    kit.notes.add(`Bodies as gzip are ${zipped.status < 300 ? 'read' : 'refused'}.`)
  await kit.try({
    ...{ operation, check: 'coding-refused', pointer: bodyPointer(operation), expect: ANSWERED },
    what: 'Content-Encoding: identity',
    request: () => coded(kit, operation, 'identity', (body) => body),
  })
}

/** 16 MB as gzip: they take a tenth of a second, and are the same for each server. */
const whiteSpace = onDemand(() => gzipSync(Buffer.alloc(2 ** 24, ' ')))

/** Bodies that are not what their coding says. */
const CODED: readonly {
  readonly what: string
  readonly coding: string
  readonly change: (body: Buffer) => Buffer
}[] = [
  { what: 'an unknown Content-Encoding', coding: 'conformance', change: (body) => body },
  { what: 'a plain body, and Content-Encoding: gzip', coding: 'gzip', change: (body) => body },
  {
    what: 'a body as gzip that is cut off',
    coding: 'gzip',
    change: (body) => gzipSync(body).subarray(0, -9),
  },
  {
    what: '16 MB of white space as 16 kB of gzip, and no JSON',
    coding: 'gzip',
    change: () => whiteSpace(),
  },
]

function coded(
  kit: Kit,
  operation: Operation,
  coding: string,
  change: (body: Buffer) => Buffer,
): SentRequest {
  const request = requestWithBody(kit, operation)
  return { ...withHeader(request, 'Content-Encoding', coding), body: change(request.body) }
}
