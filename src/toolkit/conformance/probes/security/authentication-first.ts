import { append } from '../../../openapi/json-pointer.js'
import { Unwritable } from '../../../requests/write-parameters.js'
import type { Operation, Parameter } from '../../document/contract.js'
import { type SentRequest, withHeader } from '../../exchange/request.js'
import { isResponse, outcomeText } from '../../exchange/response.js'
import { isOpen, satisfiable } from '../../requests/credentials.js'
import { parametersOf, withBody, withBytes, withParameter } from '../../requests/parts.js'
import { writeRaw } from '../../requests/write-raw.js'
import { writeRequest } from '../../requests/write-request.js'
import { anonymousRequest, hasJsonBody, refusedValue, validParts } from '../../run/base-request.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'
import { unauthenticated } from './expectations.js'

/** Whoever has no credential learns that first, whatever else is wrong with the request. */
export const authenticationFirst: Probe = {
  name: 'credentials before all else',
  async run(kit, operation) {
    if (isOpen(operation)) return
    if (satisfiable(operation, kit.credentials) === undefined) return
    for (const { what, tolerated, request } of casesOf(kit, operation)) {
      const outcome = await kit.try({
        ...{ operation, pointer: append(operation.pointer, 'security'), request },
        check: 'authentication-first',
        expect: unauthenticated(operation, tolerated),
        what: `no credential, and ${what}`,
      })
      const status = outcome && isResponse(outcome) ? outcome.status : 404
      if (status !== 404 && tolerated?.includes(status))
        kit.notes.add(`Without a credential, ${what} is answered with ${status}.`)
    }
    if (operation === firstWithBody(kit)) await largeBody(kit, operation)
  },
}

function firstWithBody({ contract }: Kit): Operation | undefined {
  return contract.tested.find((each) => hasJsonBody(each) && !isOpen(each))
}

interface Case {
  readonly what: string
  readonly tolerated?: readonly number[]
  readonly request: () => SentRequest
}

function casesOf(kit: Kit, operation: Operation): Case[] {
  return [
    ...(hasJsonBody(operation) ? bodyCases(kit, operation) : []),
    ...parameterCases(kit, operation),
    {
      what: 'a media type that cannot be served',
      tolerated: [406],
      request: () => withHeader(anonymousRequest(kit, operation), 'Accept', 'application/x-none'),
    },
  ]
}

function bodyCases(kit: Kit, operation: Operation): Case[] {
  const jsonParts = () => {
    const parts = validParts(kit, operation)
    if (parts.body?.media.kind !== 'json') throw new Unwritable()
    return parts
  }
  const refused = refusedValue(kit, operation)
  const bytes = (text: string) => () => writeRequest(withBytes(jsonParts(), text))
  return [
    // Many frameworks parse a body before any code of a service runs; an empty one they leave to it.
    { what: 'a body that is not JSON', tolerated: [400, 422], request: bytes('{"') },
    { what: 'an empty body', request: bytes('') },
    ...(refused === undefined
      ? []
      : [
          {
            what: 'a body that its schema refuses',
            request: () => writeRequest(withBody(jsonParts(), refused.value)),
          },
        ]),
    {
      what: 'a media type that is not documented',
      request: () =>
        withHeader(anonymousRequest(kit, operation), 'Content-Type', 'application/x-none'),
    },
  ]
}

function parameterCases(kit: Kit, operation: Operation): Case[] {
  const isNumber = ({ coerce, style }: Parameter) =>
    style !== 'content' && !coerce.scalars.includes('string') && coerce.scalars.length > 0
  const parameter = parametersOf(operation).find(isNumber)
  if (parameter === undefined) return []
  return [
    {
      what: `the ${parameter.in} parameter ${parameter.name} is no number`,
      // A path that no template matches leads nowhere.
      tolerated: parameter.in === 'path' ? [404] : [],
      request: () =>
        writeRequest(withParameter(validParts(kit, operation), parameter, { text: 'x' })),
    },
  ]
}

/** More than most servers read. */
const LARGE = 2_000_000

/** The server may close the connection before it has read all: bytes of our own stand that. */
async function largeBody(kit: Kit, operation: Operation): Promise<void> {
  const { pointer } = operation
  const subject = { operation, pointer: append(pointer, 'security') }
  const what = `no credential, and a body of ${LARGE} bytes`
  await kit.scenario({ ...subject, what }, async (run) => {
    const request = anonymousRequest(kit, operation)
    const body = Buffer.from(`{"${'a'.repeat(LARGE)}":0}`)
    const outcome = await run.send(writeRaw(kit.target, request, { body, mayWait: true }))
    const expect = unauthenticated(operation, [413])
    if (!isResponse(outcome) || expect.isMet(outcome, operation)) return
    const received = outcomeText(outcome)
    run.find({
      check: 'authentication-first',
      pointer: subject.pointer,
      expected: expect.told,
      received,
    })
  })
}
