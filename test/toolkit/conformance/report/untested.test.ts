import t from 'tap'
import { untestedText } from '#toolkit/conformance/report/text-report.js'
import { unprovedBy } from '#toolkit/conformance/report/unproved.js'
import { untestedOperations } from '#toolkit/conformance/report/untested.js'
import type { Kit } from '#toolkit/conformance/run/kit.js'
import { NoTarget } from '#toolkit/conformance/target/no-target.js'
import { objectOf } from '../../../helpers/rows.js'
import { contractOf, pathsOf } from '../helpers/documents.js'
import { kitFor } from '../helpers/kit.js'

const contract = contractOf(
  pathsOf(`
    GET /open open | {204: null, 404: null}
    GET /things/{id} read | {path: {id: {type: integer}}, security: [{token: [read]}], 204: null, 404: null}
    PUT /things/{id} never | {path: {id: {type: integer}}, 400: null}
  `),
  {
    components: objectOf(`
      securitySchemes:
        token:
          type: oauth2
          flows: { clientCredentials: { tokenUrl: 'https://a.example/', scopes: { read: r } } }
    `),
  },
)

function kitOf(statuses: Record<string, number[]>, more: object = {}): Kit {
  const kit = kitFor(contract, new NoTarget('a:80'), { credentials: { token: 't' }, ...more })
  for (const operation of contract.operations)
    for (const status of statuses[operation.operationId] ?? [])
      kit.coverage.note(operation, { status, headers: [], body: Buffer.alloc(0), ms: 0 })
  return kit
}

/** What is told of an operation that gave these statuses. */
function told(operation: string, statuses: number[], more?: object): string | undefined {
  const found = untestedOperations(kitOf({ [operation]: statuses }, more))
  return found.map((each) => `${each.operation} ${each.statuses}: ${each.remedy}`)[0]
}

t.test('an operation that refuses everything was not tested, and there is a remedy', async (t) => {
  t.equal(
    told('open', [404, 405]),
    'GET /open 404,405: see whether the server has it at this base URL',
  )
  t.equal(
    told('open', [400, 415]),
    'GET /open 400,415: give an example of its request in the document that the server accepts',
  )
  const read = 'GET /things/{id}'
  t.equal(told('read', [401], { credentials: {} }), `${read} 401: give a credential for token`)
  t.equal(
    told('read', [401]),
    `${read} 401: give another credential for token: this one is refused`,
  )
  t.equal(told('read', [401, 403]), `${read} 401,403: give a credential for token that may do this`)
  t.equal(told('read', [404]), `${read} 404: name a thing that the server has in \`identities\``)
})

t.test('an operation whose requests met a limit was not tested', async (t) => {
  const limited = 'GET /open 429: raise its limit of requests for the test'
  t.equal(told('open', [204, 404, 429, 429, 429]), limited)
  t.equal(told('open', [429]), limited)
  t.equal(told('open', [204, 429]), undefined)
  const [found] = untestedOperations(kitOf({ open: [204, 429, 429] }))
  const text =
    'GET /open: most requests were refused (429); raise its limit of requests for the test'
  t.equal(untestedText(found as never), text)
})

t.test('an operation was tested once anything else came', async (t) => {
  for (const statuses of [[], [200, 400], [409, 400], [500], [405, 413]])
    t.equal(told('open', statuses), undefined, String(statuses))
  t.equal(told('never', [400]), undefined, 'it documents no success')
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
  t.same(
    unprovedBy(kitOf({ ...all, open: [204] }, { others, time: 0 }), ['state', 'random bodies']),
    [
      'The time was up; not done: state, random bodies.',
      'Documented statuses that no request has reached: GET /open (404).',
      last,
    ],
  )
  const many = Array.from({ length: 12 }, (_, at) => `part ${at}`)
  t.match(unprovedBy(kitOf(all, { time: 0 }), many)[0], /part 9 and 2 more\.$/)
})
