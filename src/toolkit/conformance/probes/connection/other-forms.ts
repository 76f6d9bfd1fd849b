import { append } from '../../../openapi/json-pointer.js'
import type { Operation } from '../../document/contract.js'
import { headerOf, type SentRequest } from '../../exchange/request.js'
import { isResponse, outcomeText, type ReceivedResponse } from '../../exchange/response.js'
import type { CheckName } from '../../judge/checks.js'
import { isOpen, satisfiable } from '../../requests/credentials.js'
import { withBody } from '../../requests/parts.js'
import { chunked, type RawChanges, writeRaw } from '../../requests/write-raw.js'
import {
  anonymousRequest,
  bodyPointer,
  hasJsonBody,
  isSample,
  refusedValue,
  validParts,
} from '../../run/base-request.js'
import type { Expectation } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'
import { unauthenticated } from '../security/expectations.js'

/** What is refused of a request is refused of it in another form, too: in chunks, or of HTTP/1.0. */
export const otherForms: Probe = {
  name: 'other forms of messages',
  async run(kit, operation) {
    if (!isSample(kit, operation)) return
    for (const wrong of wrongRequests(kit, operation)) {
      for (const form of FORMS) await isRefused(kit, operation, wrong, form)
    }
  },
}

interface Form {
  readonly what: string
  readonly changes: (body: Buffer | undefined) => RawChanges | undefined
}

const FORMS: readonly Form[] = [
  {
    what: 'in chunks',
    changes: (body) =>
      body && {
        framing: ['Transfer-Encoding: chunked'],
        body: chunked(body, Math.ceil(body.length / 3) || 1),
      },
  },
  {
    what: 'of HTTP/1.0',
    changes: () => ({ line: (method, target) => `${method} ${target} HTTP/1.0`, connection: [] }),
  },
  { what: 'with Expect: 100-continue', changes: () => ({ lines: ['Expect: 100-continue'] }) },
]

/** A server need not know such forms. */
const UNKNOWN_FORM = [400, 411, 417, 426, 501, 505]

interface WrongRequest {
  readonly what: string
  readonly check: CheckName
  readonly pointer: string
  readonly expect: Expectation
  readonly request: () => SentRequest
}

function wrongRequests(kit: Kit, operation: Operation): WrongRequest[] {
  if (satisfiable(operation, kit.credentials) === undefined) return []
  const refused = hasJsonBody(operation) ? refusedValue(kit, operation) : undefined
  return [
    ...(isOpen(operation)
      ? []
      : [
          {
            ...{ what: 'no credential', check: 'authentication' as const },
            pointer: append(operation.pointer, 'security'),
            expect: unauthenticated(operation, UNKNOWN_FORM),
            request: () => anonymousRequest(kit, operation),
          },
        ]),
    ...(refused === undefined
      ? []
      : [
          {
            ...{ what: 'a body that its schema refuses', check: 'invalid-refused' as const },
            pointer: bodyPointer(operation),
            expect: ANY_REFUSAL,
            request: () => kit.written(withBody(validParts(kit, operation), refused.value)),
          },
        ]),
  ]
}

const ANY_REFUSAL: Expectation = {
  told: 'a refusal, as in the usual form',
  isMet: ({ status }) => status >= 400,
}

async function isRefused(
  kit: Kit,
  operation: Operation,
  { what, check, pointer, expect, request }: WrongRequest,
  form: Form,
): Promise<void> {
  const subject = { operation, pointer, what: `${what}, ${form.what}` }
  await kit.scenario(subject, async (run) => {
    const usual = request()
    const changes = form.changes(usual.body)
    if (changes === undefined) return
    // What the server takes in the usual form is found there.
    const outcome = await kit.peek(usual)
    if (!isResponse(outcome) || !expect.isMet(outcome)) return
    const received = await run.send(writeRaw(kit.target, usual, { ...changes, mayWait: true }))
    if (!isResponse(received)) return
    if (!expect.isMet(received))
      run.find({ check, pointer, expected: expect.told, received: outcomeText(received) })
    if (form.what === 'of HTTP/1.0' && isChunked(received)) run.find(chunks(pointer))
  })
}

function isChunked(response: ReceivedResponse): boolean {
  return headerOf(response, 'transfer-encoding') !== undefined
}

const chunks = (pointer: string) => ({
  ...{ check: 'framing' as const, pointer },
  expected: 'no Transfer-Encoding in a response to HTTP/1.0 (RFC 9112, section 6.1)',
  received: 'a response in chunks',
})
