import { gzipSync } from 'node:zlib'
import { onDemand } from '../../../shared/memoize.js'
import type { Operation, Parameter } from '../../document/contract.js'
import { type SentRequest, withHeader } from '../../exchange/request.js'
import { isResponse } from '../../exchange/response.js'
import { parametersOf, withBody, withParameter } from '../../requests/parts.js'
import {
  bodyPointer,
  canWrite,
  firstAccepted,
  hasJsonBody,
  isAccepted,
  isFirst,
  refusedValue,
  requestWithBody,
  validParts,
} from '../../run/base-request.js'
import { ACCEPTED, ANSWERED, REFUSED } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'

/** A content coding is undone, or refused; a body that is not coded as it says is not read. */
export const contentCodings: Probe = {
  name: 'content codings',
  async run(kit, operation) {
    for (const parameter of parametersOf(operation).filter(isCoding))
      await tryDocumented(kit, operation, parameter)
    if (!isFirst(kit, operation)) return
    const uncoded = kit.contract.tested.filter((each) => !parametersOf(each).some(isCoding))
    const tried = await firstAccepted(kit, uncoded.filter(hasJsonBody))
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

function isCoding({ name, in: place }: Parameter): boolean {
  return place === 'header' && /^content-encoding$/i.test(name)
}

/** Documented codings are undone before the body is judged. */
async function tryDocumented(kit: Kit, operation: Operation, parameter: Parameter): Promise<void> {
  if (!canWrite(kit, operation) || !(await isAccepted(kit, operation))) return
  const accepts = (coding: string) =>
    kit.contract.verdicts.accepts(parameter.schema ?? true, coding)
  // It does not say which there are.
  if (accepts('conformance')) return
  const refused = hasJsonBody(operation) ? refusedValue(kit, operation) : undefined
  for (const coding of ['gzip', 'br', 'deflate']) {
    if (!accepts(coding)) continue
    const parts = () => withParameter(validParts(kit, operation), parameter, { value: coding })
    const subject = { operation, pointer: parameter.pointer }
    await kit.try({
      ...{ ...subject, check: 'valid-accepted', expect: ACCEPTED },
      what: `a body coded as ${coding}`,
      request: () => kit.written(parts()),
    })
    await kit.try({
      ...{ ...subject, check: 'coding-refused', expect: REFUSED },
      what: `a plain body, and Content-Encoding: ${coding}`,
      request: () => {
        const plain = withParameter(validParts(kit, operation), parameter, undefined)
        return withHeader(kit.written(plain), 'Content-Encoding', coding)
      },
    })
    if (refused === undefined) continue
    await kit.try({
      ...{ ...subject, check: 'invalid-refused', expect: REFUSED },
      what: `a body coded as ${coding} that its schema refuses`,
      request: () => kit.written(withBody(parts(), refused.value)),
    })
  }
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
