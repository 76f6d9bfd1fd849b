import type { Operation } from '../document/contract.js'
import { bodyExamples } from '../document/examples.js'
import { type RequestParts, withBody } from '../requests/parts.js'
import { writable } from '../requests/writable.js'
import { validParts } from '../run/base-request.js'
import { ACCEPTED, ACCEPTED_OR_ABSENT } from '../run/expectation.js'
import type { Kit } from '../run/kit.js'
import type { Probe } from '../run/probe.js'
import { leadsToKnown } from '../run/unproven.js'
import { judgeEcho } from './parameters/judge-echo.js'

/** Valid requests are accepted: a drawn one, and each documented example. */
export const validRequests: Probe = {
  name: 'valid requests',
  async run(kit, operation) {
    const parts = kit.source.valid(operation)
    if (parts === undefined) return
    await accepted(kit, operation, 'valid-accepted', operation.pointer, 'a valid request', () =>
      validParts(kit, operation),
    )
    for (const { pointer, value, media } of examplesOf(kit, operation)) {
      const example: RequestParts = { ...parts, body: { media, value } }
      const what = `the example ${pointer}`
      await accepted(kit, operation, 'example-accepted', pointer, what, () =>
        withBody(example, value),
      )
    }
  },
}

function examplesOf({ contract }: Kit, operation: Operation) {
  return writable(operation).flatMap((media) => {
    const { schema } = media
    if (schema === undefined) return []
    const reference = contract.reference(schema)
    return bodyExamples(contract, operation, media)
      .filter(({ value }) => contract.verdicts.verdict(reference, value) === true)
      .map((example) => ({ ...example, media }))
  })
}

async function accepted(
  kit: Kit,
  operation: Operation,
  check: 'valid-accepted' | 'example-accepted',
  pointer: string,
  what: string,
  make: () => RequestParts,
): Promise<void> {
  const expect = leadsToKnown(kit.identities, operation) ? ACCEPTED : ACCEPTED_OR_ABSENT
  let sent: RequestParts['parameters'] = new Map()
  await kit.try({
    ...{ operation, check, expect, pointer, what },
    request: () => {
      const parts = make()
      sent = parts.parameters
      return kit.written(parts)
    },
    inspect: (response) =>
      [...sent].flatMap(([parameter, held]) =>
        judgeEcho(operation, parameter, Object(held).value, response),
      ),
  })
}
