import t from 'tap'
import { untestedText } from '#toolkit/conformance/report/text-report.js'
import { unprovedBy } from '#toolkit/conformance/report/unproved.js'
import { untestedOperations } from '#toolkit/conformance/report/untested.js'
import type { Kit } from '#toolkit/conformance/run/kit.js'
import { NoTarget } from '#toolkit/conformance/target/no-target.js'
import { tableOf } from '../../../helpers/rows.js'
import { contractOf } from '../helpers/documents.js'
import { kitFor } from '../helpers/kit.js'

const contract = contractOf(`
  GET /open open | {204: null, 404: null}
  GET /things/{id} read | {path: {id: {type: integer}}, security: [{token: [read]}], 204: null, 404: null}
  PUT /things/{id} never | {path: {id: {type: integer}}, 400: null}
  securitySchemes | {token: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://a.example/', scopes: {read: r}}}}}
`)

function kitOf(statuses: Record<string, number[]>, more: object = {}): Kit {
  const kit = kitFor(contract, new NoTarget('a:80'), { credentials: { token: 't' }, ...more })
  for (const operation of contract.operations)
    for (const status of statuses[operation.operationId] ?? [])
      kit.coverage.note(operation, { status, headers: [], body: Buffer.alloc(0), ms: 0 })
  return kit
}

/** Operations, the statuses that they gave, and what is told of them; nothing where they were tested. */
const ROWS = tableOf<
  [what: string, operation: string, statuses: number[], told: string | null, settings?: object]
>(`
  none of its paths is there | open | [404, 405] | 'GET /open 404,405: see whether the server has it at this base URL'
  no request is right | open | [400, 415] | 'GET /open 400,415: give an example of its request in the document that the server accepts'
  no credential is given | read | [401] | 'GET /things/{id} 401: give a credential for token' | {credentials: {}}
  the credential is refused | read | [401] | 'GET /things/{id} 401: give another credential for token: this one is refused'
  the credential may do less | read | [401, 403] | 'GET /things/{id} 401,403: give a credential for token that may do this'
  an open operation refuses what its body says | open | [401, 403] | 'GET /open 401,403: give an example of its request in the document that the server accepts'
  nothing is there | read | [404] | 'GET /things/{id} 404: name a thing that the server has in \`identities\`'
  most requests meet a limit | open | [204, 404, 429, 429, 429] | 'GET /open 429: raise its limit of requests for the test'
  all requests meet a limit | open | [429] | 'GET /open 429: raise its limit of requests for the test'
  half of the requests meet a limit | open | [204, 429] | null
  there was no request | open | [] | null
  there was a success | open | [200, 400] | null
  there was a conflict | open | [409, 400] | null
  it failed | open | [500] | null
  another reason is there | open | [405, 413] | null
  it documents no success | never | [400] | null
`)

for (const [what, operation, statuses, told, settings] of ROWS) {
  t.test(`an operation was tested or not: ${what}`, async (t) => {
    const [found] = untestedOperations(kitOf({ [operation]: statuses }, settings))
    t.equal(found && `${found.operation} ${found.statuses}: ${found.remedy}`, told ?? undefined)
  })
}

t.test('a person reads that most requests were refused', async (t) => {
  const [found] = untestedOperations(kitOf({ open: [204, 429, 429] }))
  const text = 'GET /open: most requests were refused (429); raise its limit of requests'
  t.equal(untestedText(found as never), `${text} for the test`)
})

t.test('a run says what it does not prove', async (t) => {
  const all = { open: [204, 404], read: [204, 404], never: [400] }
  const last = 'Whatever only descriptions say, and values, orders and loads that were not tried.'
  t.same(unprovedBy(kitOf(all), []), [
    'What a credential of fewer scopes may do: none was given.',
    'What one user may see and change of another: no second user was given.',
    last,
  ])
  const others = [
    { scheme: 'token', token: 'u', user: 'u', isForeign: true },
    { scheme: 'token', token: 'v', scopes: [], isForeign: false },
  ]
  const early = kitOf({ ...all, open: [204] }, { others, time: 0 })
  t.same(unprovedBy(early, ['state', 'random bodies']), [
    'The time was up; not done: state, random bodies.',
    'Documented statuses that no request has reached: GET /open (404).',
    last,
  ])
  const permissions = { forbidden: ['GET /open'], readOnly: false }
  t.same(unprovedBy(kitOf({ ...all, open: [] }, { others, permissions }), []), [
    'Operations that were not to be sent: GET /open.',
    last,
  ])
  const many = Array.from({ length: 12 }, (_, at) => `part ${at}`)
  t.match(unprovedBy(kitOf(all, { time: 0 }), many)[0], /part 9 and 2 more\.$/)
})
