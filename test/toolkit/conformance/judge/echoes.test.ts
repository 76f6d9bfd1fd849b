import t from 'tap'
import { Echoes } from '#toolkit/conformance/judge/echoes.js'
import { judgeOutcome } from '#toolkit/conformance/run/judge-outcome.js'
import { contractOf, pathsWith } from '../helpers/documents.js'

const contract = contractOf(
  pathsWith({ Named: { type: 'object', properties: { name: { type: 'string' } } } })(
    'POST /a | {asks: Named, 200: Named}',
  ),
)

const [operation] = contract.operations
const headers = [['Content-Type', 'application/json']] as const

/** The members that are found in a response after a request. */
function found(sent: string, received: string): string[] {
  const echoes = new Echoes(contract)
  const request = { method: 'POST', target: '/a', headers, body: Buffer.from(sent) }
  if (operation !== undefined) echoes.note(request, operation)
  const response = { status: 200, headers, body: Buffer.from(received), ms: 0 }
  const context = { contract, secrets: [], judgesOutside: false, echoes }
  return judgeOutcome(context, request, response, operation).map((each) => each.received)
}

t.test('what a client has sent to an open schema may come back', async (t) => {
  for (const [sent, received, ...wanted] of [
    ['{"x":1}', '{"x":1}'],
    ['{"":1,"x/y":[{"a":null}]}', '{"name":"a","x/y":[{"a":null}],"":1}'],
    ['{"x":1}', '{"x":2}', 'the member /x'],
    ['{"x":1}', '{"y":1}', 'the member /y'],
    // It has a name: that of a secret, for example.
    ['{"name":"a"}', '{"secret":"a"}', 'the member /secret'],
    ['no JSON', '{"x":1}', 'the member /x'],
  ] as const) {
    t.same(found(sent, received), wanted, received)
  }
})
