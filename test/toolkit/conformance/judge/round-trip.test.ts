import t from 'tap'
import { judgeRoundTrip } from '#toolkit/conformance/judge/round-trip.js'
import { canonical } from '#toolkit/conformance/values/same-value.js'
import { parseJson } from '#toolkit/runtime/json/parse.js'
import { ANYWHERE } from '#toolkit/validation/conversions/conversions.js'
import { objectOf, tableOf } from '../../../helpers/rows.js'
import { contractOf, parametersIn } from '../helpers/documents.js'

interface Trip {
  readonly method?: string
  readonly mediaType?: string
  readonly status?: number
  readonly responseType?: string
  readonly response?: object
  readonly documented?: object
  readonly id?: string
  readonly isUnread?: boolean
}

/** Of all that was found. */
const pointers: string[] = []

/** What is found if a text comes back as another: `expected; received`. */
function trip(request: object, sent: string, received: string, more: Trip = {}): string[] {
  const { method = 'post', mediaType = 'application/json', status = 200, response = request } = more
  const { responseType = 'application/json' } = more
  const { documented = { 'application/json': { schema: response } } } = more
  const answers = { 200: { description: 'd', content: documented }, 204: { description: 'd' } }
  const requestBody = { content: { [mediaType]: { schema: request } } }
  const get = { responses: { 204: { description: 'd' } } }
  const own = { [method]: { operationId: 'a', requestBody, responses: answers } }
  const [path, ids] = more.id === undefined ? ['/a', {}] : [`/a/{${more.id}}`, { [more.id]: text }]
  const parameters = parametersIn('path', ids)
  const contract = contractOf({ [path]: { parameters, ...(!more.isUnread && { get }), ...own } })
  const operation = contract.operations.at(-1) as (typeof contract.operations)[0]
  const media = operation.requestBody?.content[0]
  if (media === undefined) throw new Error('no body')
  const headers = responseType === '' ? [] : [['Content-Type', responseType] as const]
  const answer = { status, headers, body: Buffer.from(received), ms: 1 }
  const found = judgeRoundTrip(
    { contract, operation, media, value: parseJson(Buffer.from(sent), ANYWHERE) },
    answer,
  )
  pointers.push(...found.map(({ pointer }) => pointer))
  return found.map(({ expected, received: came }) => `${expected}; ${came}`)
}

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const text = { type: 'string' }
const PLANT = objectOf(`
  type: object
  properties:
    name: &text { type: string }
    tag: *text
    n: { type: integer, format: int64 }
    f: { type: number }
    b: { type: boolean }
    list: { type: array, items: { type: object, properties: { x: { type: integer } } } }
    set: { type: array, uniqueItems: true, items: *text }
    when: { type: string, format: date-time }
    site: { type: string, format: uri }
    mail: { type: string, format: email }
    single: { type: number, format: float }
    price: { type: string, format: decimal }
    cost: { type: [number, string] }
    id: *text
    createdAt: *text
    kind: { type: string, default: plain }
    made: { type: string, readOnly: true }
    none: { type: [string, 'null'] }
    tags: { type: array, default: [], items: *text }
    paid: { type: integer, minimum: 0 }
`)

const SAME: [sent: string, received: string][] = [
  ['{"name":"é"}', '{"name":"é"}'],
  ['{"n":9007199254740993}', '{"n":9007199254740993}'],
  ['{"f":1.0}', '{"f":1}'],
  ['{"set":["a","b"]}', '{"set":["b","a"]}'],
  ['{"when":"2024-01-01T00:00:00+01:00"}', '{"when":"2023-12-31T23:00:00Z"}'],
  ['{"site":"https://example.com"}', '{"site":"https://example.com/"}'],
  ['{"mail":"A@Example.com"}', '{"mail":"A@example.com"}'],
  ['{"price":"-06."}', '{"price":"-6.00"}'],
  ['{"cost":7.5}', '{"cost":"7.50"}'],
  ['{"price":"100"}', '{"price":"100.0"}'],
  ['{"single":0.1}', '{"single":0.10000000149011612}'],
  ['{"name":"a"}', '{"name":"a","kind":"plain","id":"1","createdAt":"now"}'],
  ['{"name":"a","createdAt":"then"}', '{"name":"a","createdAt":"now"}'],
  ['{"name":"a","none":null}', '{"name":"a"}'],
  ['{"made":"mine"}', '{"made":"yours"}'],
  ['[1]', '[2]'],
  ['{"paid":5}', '{"paid":-5}'],
]

for (const [sent, received] of SAME) {
  t.test(`${sent} may come back as ${received}`, async (t) => {
    t.same(trip(PLANT, sent, received), [])
  })
}

t.test('items that the response does not describe are compared, too', async (t) => {
  const request = object({ a: { type: 'array', items: text }, b: text })
  const response = object({ a: { type: 'array' }, b: text })
  t.same(trip(request, '{"a":["x"]}', '{"a":["y"]}', { response }), [
    'a[0] as it was sent: "x"; a[0]: "y"',
  ])
  const found = pointers.at(-1)
  t.equal(found, '#/paths/~1a/post/responses/200/content/application~1json/schema/properties/a')
})

t.test('what only the request has does not make it another thing', async (t) => {
  const request = object({ a: text, b: text, pin: { ...text, writeOnly: true } })
  const came = trip(request, '{"a":"x","pin":"1"}', '{"a":"y"}', {
    response: object({ a: text, b: text }),
  })
  t.same(came, ['a as it was sent: "x"; a: "y"'])
})

const CHANGED = tableOf<
  [what: string, sent: string, received: string, expected: string, came: string]
>(`
  white space | '{"name":" a "}' | '{"name":"a"}' | 'name as it was sent: " a "' | 'name: "a"'
  a composed letter | '{"name":"e\u0301"}' | '{"name":"\u00e9"}' | 'name as it was sent: "e\u0301"' | 'name: "\u00e9"'
  a large integer | '{"n":9007199254740993}' | '{"n":9007199254740992}' | 'n as it was sent: 9007199254740993' | 'n: 9007199254740992'
  a number that is spelt | '{"cost":7.5}' | '{"cost":"8"}' | 'cost as it was sent: 7.5' | 'cost: "8"'
  a false | '{"b":false}' | '{}' | 'b as it was sent: false' | 'b: it is missing'
  a false that is null | '{"b":false}' | '{"b":null}' | 'b as it was sent: false' | 'b: null'
  the order of a list | '{"list":[{"x":1},{"x":2}]}' | '{"list":[{"x":2},{"x":1}]}' | 'list[0].x as it was sent: 1' | 'list[0].x: 2'
  an item | '{"list":[{"x":1}]}' | '{"list":[]}' | 'list as it was sent: [{"x":1}]' | 'list: []'
  an item of a set | '{"set":["a","b"]}' | '{"set":["a","c"]}' | 'set[1] as it was sent: "b"' | 'set[1]: "c"'
  an instant | '{"when":"2024-01-01T00:00:00Z"}' | '{"when":"2024-01-02T00:00:00Z"}' | 'when as it was sent: "2024-01-01T00:00:00Z"' | 'when: "2024-01-02T00:00:00Z"'
  a URI | '{"site":"https://example.com/a"}' | '{"site":"b"}' | 'site as it was sent: "https://example.com/a"' | 'site: "b"'
  a fraction | '{"f":1.5}' | '{"f":2}' | 'f as it was sent: 1.5' | 'f: 2'
  a text that was not sent | '{"name":"a"}' | '{"name":"a","tag":""}' | 'tag as it was sent: nothing' | 'tag: ""'
  an empty list | '{"name":"a"}' | '{"name":"a","tags":["b"]}' | 'tags is its default where it is left out: []' | '["b"]'
  a default | '{"name":"a"}' | '{"name":"a","kind":"fancy"}' | 'kind is its default where it is left out: "plain"' | '"fancy"'
`)

for (const [what, sent, received, expected, came] of CHANGED) {
  t.test(`${what} is lost where ${sent} comes back as ${received}`, async (t) => {
    t.equal(trip(PLANT, sent, received)[0], `${expected}; ${came}`)
  })
}

const NAME = '{type: object, properties: {name: {type: string}}}'
const BOTH = '{type: object, properties: {name: {type: string}, tag: {type: string}}}'
const LIST = '{type: object, properties: {name: {type: string}, list: {type: array}}}'
const AMOUNT = '{type: object, properties: {amount: {type: integer}, currency: {type: string}}}'
const LABELS =
  '{type: object, properties: {name: {type: string}, labels: {type: array, items: {type: string}}}}'
const LABELED =
  '{type: object, properties: {name: {type: string}, labels: {type: array, items: {type: object}}}}'
const MERGE = 'method: patch, mediaType: application/merge-patch+json'

/** Trips of which the schemas matter, and what is found. */
const TRIPS = tableOf<
  [
    what: string,
    request: object,
    sent: string,
    received: string,
    more: Trip | null,
    ...found: string[],
  ]
>(`
  an empty list has no field in a form | ${LIST} | '{"name":"a","list":[]}' | '{"name":"a"}' | {mediaType: application/x-www-form-urlencoded}
  an empty list is one in JSON | ${LIST} | '{"name":"a","list":[]}' | '{"name":"a"}' | null | 'list as it was sent: []; list: it is missing'
  a number that was not sent | {type: object, properties: {name: {type: string}, n: {type: integer}}} | '{"name":"a"}' | '{"name":"a","n":5}' | null
  a text that was not asked for | ${NAME} | '{"name":"a"}' | '{"name":"a","note":"x"}' | {response: {type: object, properties: {name: {type: string}, note: {type: string}}}}
  a text that each response has | ${BOTH} | '{"name":"a"}' | '{"name":"a","tag":"x"}' | {response: {type: object, required: [tag], properties: {name: {type: string}, tag: {type: string}}}}
  another thing | ${BOTH} | '{"name":"a","tag":"b"}' | '{"name":1}' | {response: {type: object, properties: {name: {type: integer}, count: {type: integer}}}}
  another type | ${BOTH} | '{"name":"a","tag":"b"}' | '{"name":1,"tag":"b"}' | {response: {type: object, properties: {name: {type: integer}, tag: {type: string}}}}
  labels that come back as objects, each once | ${LABELS} | '{"name":"a","labels":["b","b"]}' | '{"name":"a","labels":[{"id":1}]}' | {response: ${LABELED}}
  labels that come back as more objects | ${LABELS} | '{"name":"a","labels":["b"]}' | '{"name":"a","labels":[{"id":1},{"id":1}]}' | {response: ${LABELED}} | 'labels as it was sent: ["b"]; labels: [{"id":1},{"id":1}]'
  no JSON | ${NAME} | '{"name":"a"}' | '{"name":"x"' | null
  a refusal | ${NAME} | '{"name":"a"}' | '{"name":"x"}' | {status: 400}
  another status | ${NAME} | '{"name":"a"}' | '{"name":"x"}' | {status: 299}
  no media type | ${NAME} | '{"name":"a"}' | '{"name":"x"}' | {responseType: ''}
  no content | ${NAME} | '{"name":"a"}' | '' | {status: 204}
  a text | ${NAME} | '{"name":"a"}' | x | {documented: {text/plain: {schema: {type: string}}}, responseType: text/plain}
  no schema | {} | '{"name":"a"}' | '{"name":"x"}' | {documented: {application/json: {}}}
  an open response | ${BOTH} | '{"name":"a","tag":"b"}' | '{"name":"x"}' | {response: {type: object, properties: {name: {type: string}}, additionalProperties: true}}
  a closed response | ${BOTH} | '{"name":"a","tag":"b"}' | '{"name":"x"}' | {response: {type: object, properties: {name: {type: string}}, additionalProperties: false}}
  an open request | {type: object, properties: {name: {type: string}}, additionalProperties: true} | '{"name":"a","other":1}' | '{"name":"a"}' | null
  a free part | {type: object, properties: {name: {type: string}, free: {type: object, additionalProperties: true}}} | '{"name":"a","free":{"b":1}}' | '{"name":"a","free":{}}' | null | 'free.b as it was sent: 1; free.b: it is missing'
  a change of what nobody reads may tell something else | ${AMOUNT} | '{"amount":1,"currency":"a"}' | '{"amount":7,"currency":"a"}' | {method: patch, isUnread: true}
  an identity in another spelling | {type: object, properties: {plantId: {type: string}, name: {type: string}}} | '{"plantId":"a","name":"x"}' | '{"plantId":"b","name":"x"}' | {method: put, id: plantID}
  another identity | {type: object, properties: {plantId: {type: string}, name: {type: string}}} | '{"plantId":"a","name":"x"}' | '{"plantId":"b","name":"x"}' | {method: put, id: id} | 'plantId as it was sent: "a"; plantId: "b"'
  a change of what is read | ${AMOUNT} | '{"amount":1,"currency":"a"}' | '{"amount":7,"currency":"a"}' | {method: patch} | 'amount as it was sent: 1; amount: 7'
  a merge patch takes away what is null | {type: object, properties: {name: {type: [string, 'null']}, tag: {type: string}}} | '{"name":null,"tag":"b"}' | '{"tag":"b","name":"kept"}' | {${MERGE}, response: ${BOTH}}
  a merge patch leaves the rest as it was | ${BOTH} | '{"tag":"b"}' | '{"tag":"b","name":"kept"}' | {${MERGE}}
  a merge patch does something else | ${BOTH} | '{"tag":"b"}' | '{"tag":"c"}' | {${MERGE}} | 'tag as it was sent: "b"; tag: "c"'
`)

for (const [what, request, sent, received, more, ...found] of TRIPS) {
  t.test(`what comes back: ${what}`, async (t) => {
    t.same(trip(request, sent, received, more ?? {}), found)
  })
}

t.test('canonical texts do not depend on the order of members', async (t) => {
  t.equal(canonical({ b: [1n, null], a: 'x' }), '{"a":"x","b":[1,null]}')
})
