import { gzipSync } from 'node:zlib'
import { onDemand } from '../../../shared/memoize.js'
import type { Operation, Parameter } from '../../document/contract.js'
import { type SentRequest, withHeader } from '../../exchange/request.js'
import { isSuccess } from '../../exchange/response.js'
import { parametersOf, withBody, withParameter } from '../../requests/parts.js'
import {
  bodyPointer,
  firstAccepted,
  hasJsonBody,
  isAccepted,
  isFirst,
  refusedValue,
  requestWithBody,
  validParts,
} from '../../run/base-request.js'
import { ACCEPTED, ANSWERED, type Expectation, REFUSED } from '../../run/expectation.js'
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
  const pointer = bodyPointer(operation)
  for (const { what, coding, change, expect, note } of CODED) {
    const outcome = await kit.try({
      ...{ operation, check: 'coding-refused', pointer, what, expect },
      request: () => coded(kit, operation, coding, change),
    })
    if (isSuccess(outcome) && note) kit.notes.add(note)
  }
}

function isCoding({ name, in: place }: Parameter): boolean {
  return place === 'header' && /^content-encoding$/i.test(name)
}

/** Documented codings are undone before the body is judged. */
async function tryDocumented(kit: Kit, operation: Operation, parameter: Parameter): Promise<void> {
  if (!(await isAccepted(kit, operation))) return
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

const itself = (body: Buffer) => body

/** RFC 9110, section 15.5.16: a server may refuse a coding, or look at none; but what it undoes is coded so. */
const CODED: readonly {
  readonly what: string
  readonly coding: string
  readonly change: (body: Buffer) => Buffer
  readonly expect: Expectation
  /** What a success is worth saying. */
  readonly note?: string
}[] = [
  {
    ...{ what: 'an unknown Content-Encoding', coding: 'conformance', change: itself },
    ...{ expect: ANSWERED, note: 'The Content-Encoding of bodies is not looked at.' },
  },
  {
    ...{ what: 'a plain body, and Content-Encoding: gzip', coding: 'gzip', change: itself },
    ...{ expect: ANSWERED, note: 'A body that is not as its Content-Encoding says is read.' },
  },
  {
    ...{ what: 'a body as gzip that is cut off', coding: 'gzip', expect: REFUSED },
    change: (body) => gzipSync(body).subarray(0, -9),
  },
  {
    ...{ what: '16 MB of white space as 16 kB of gzip, and no JSON', coding: 'gzip' },
    ...{ change: () => whiteSpace(), expect: REFUSED },
  },
  {
    ...{ what: 'a body as gzip, and Content-Encoding: gzip', coding: 'gzip', change: gzipSync },
    ...{ expect: ANSWERED, note: 'Bodies as gzip are read.' },
  },
  {
    ...{ what: 'Content-Encoding: identity', coding: 'identity', change: itself },
    expect: ANSWERED,
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
