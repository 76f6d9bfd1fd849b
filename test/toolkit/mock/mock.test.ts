import type { Contract } from 'fastify-contract'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { acceptAnyCredential, mock } from '#toolkit/mock/index.js'
import { toldError } from '#toolkit/mock/told-error.js'
import { lazyContract } from '../../helpers/lazy.js'
import { inFull } from '../../helpers/made.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const DOCUMENT = inFull(`
GET /plants: { operationId: list, 200: { type: string, example: fern } }
POST /keys: { operationId: add, requestBody: { content: { application/json: { schema: { type: object } } } }, 200: $Key }
GET /keys/{id}: { operationId: read, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], 200: $Key }
Key: { type: object, required: [id], properties: { id: { type: string, format: uuid } } }`)

const contract = (await contractOf(t, DOCUMENT)) as Contract
const { value: document } = parse('openapi.yaml', DOCUMENT)

t.test('examples are answered after the validators are loaded', async (t) => {
  const missing = mock(contract, { document })
  const app = await serveContract(t, lazyContract(contract as never), { missing })
  t.equal((await app.inject('/plants')).json(), 'fern')
})

t.test('an item has a random id where its schema asks for a UUID', async (t) => {
  const missing = mock(contract, { document, stateful: true })
  const app = await serveContract(t, contract as never, { missing })
  const add = async () => (await app.inject({ method: 'POST', url: '/keys', payload: {} })).json()
  const [one, other] = [await add(), await add()]
  t.match(one, { id: /^[-0-9a-f]{36}$/ })
  t.not(one.id, other.id)
  t.same((await app.inject(`/keys/${one.id}`)).json(), one)
})

const WRITES = inFull(`
POST /pots: { operationId: addPot, requestBody: { content: { application/json: { schema: $Pot } } }, 200: $Pot }
GET /pots/{id}: { operationId: pot, parameters: [{ name: id, in: path, required: true, schema: { type: object } }], 200: $Pot }
PATCH /locks/{id}: { operationId: lock, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], requestBody: { content: { application/json: { schema: $Pot } } }, responses: { 201: { description: d, content: { application/json: { schema: $Pot } } }, 200: { description: d, content: { application/json: { schema: $Pot } } } } }
GET /locks/{id}: { operationId: readLock, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], 200: $Pot }
Pot: { type: object, properties: { id: {}, size: { type: integer } } }`)

t.test('an item is kept by an id of any members, or by a PATCH that creates', async (t) => {
  const made = (await contractOf(t, WRITES)) as Contract
  const missing = mock(made, { document: parse('a.yaml', WRITES).value, stateful: true })
  const app = await serveContract(t, made as never, { missing })
  const rows = [
    ['POST', '/pots', { id: { toString: 'a' }, size: 1 }, 200],
    ['GET', '/pots/toString,a', { id: { toString: 'a' }, size: 1 }, 200],
    ['PATCH', '/locks/a', { id: 'a', size: 1 }, 201],
    ['PATCH', '/locks/a', { id: 'a', size: 2 }, 200],
    ['GET', '/locks/a', { id: 'a', size: 2 }, 200],
  ] as const
  for (const [method, url, body, status] of rows) {
    const answer = await app.inject({ method, url, ...(method !== 'GET' && { payload: body }) })
    t.same([answer.statusCode, answer.json()], [status, body], `${method} ${url}`)
  }
})

const ECHOED = inFull(`
GET /a: { operationId: a, parameters: [{ name: x-id, in: header, schema: { type: string } }, { name: x-n, in: header, schema: { type: integer } }],
  responses: { 204: { description: d, headers: { X-Id: { schema: { type: string, maxLength: 3 } }, x-n: { schema: { const: 7 } } } } } }`)

t.test('a header of its own that a request has is in the response that has it too', async (t) => {
  const made = (await contractOf(t, ECHOED)) as Contract
  const missing = mock(made, { document: parse('a.yaml', ECHOED).value })
  const app = await serveContract(t, made as never, { missing })
  const told = async (id: string) =>
    (await app.inject({ url: '/a', headers: { 'x-id': id, 'x-n': '8' } })).headers
  t.match(await told('k-1'), { 'x-id': 'k-1', 'x-n': '7' })
  t.not((await told('k-15'))['x-id'], 'k-15', 'a longer one breaks the contract')
})

/** A media type, what it has, and the body that is answered. */
const SEQUENCES = rowsOf(`
  application/jsonl | { itemSchema: { required: [a], properties: { a: { example: 7 } } } } | '{"a":7}|{"a":7}|{"a":7}|'
  application/jsonl | { schema: { type: array, items: { required: [a], properties: { a: { example: 7 } } } } } | '{"a":7}|{"a":7}|{"a":7}|'
  application/jsonl | { itemSchema: {}, examples: { e: { dataValue: [2], serializedValue: "1\\n\\n[]\\r\\n" } } } | '1|[]|'
  application/json-seq | { itemSchema: {}, example: "\\x1e1\\n\\x1e{}" } | "\\x1e1|\\x1e{}|"
  application/jsonl | { itemSchema: { const: 1 }, example: "1\\n{" } | '1|1|1|'
  text/event-stream | { itemSchema: { properties: { data: {}, id: {}, retry: {} } }, example: "data:a\\ndata: b\\nretry: 5\\nid\\nx: 1\\n\\n: c\\n\\n" } | ':||id: |retry: 5|data: a|data: b||'
  text/event-stream | { itemSchema: { properties: { data: { type: object } } }, example: 'data: {"a":1}' } | ':||data: {"a":1}||'
  text/event-stream | { itemSchema: { required: [a] }, example: 'data: {"a":1}' } | ':||data: {"a":1}||'
  text/event-stream | { itemSchema: { type: string }, example: 'data: a' } | ':||data: a||'
  text/event-stream | { itemSchema: { type: string, const: a }, example: nothing } | ':||data: a||data: a||data: a||'
`)

t.test('a sequence has the items of an example, or the examples of their members', async (t) => {
  const operations = SEQUENCES.map(
    ([mediaType, media], index) =>
      `GET /${index}: { responses: { 200: { description: d, content: { ${mediaType}: ${media} } } } }`,
  )
  const text = inFull(['openapi: 3.2.0', ...operations].join('\n'))
  const missing = mock((await contractOf(t, text)) as Contract, {
    document: parse('a.yaml', text).value,
  })
  const app = await serveContract(t, (await contractOf(t, text)) as never, { missing })
  for (const [index, [, media = '', want = '']] of SEQUENCES.entries()) {
    const { body } = await app.inject(`/${index}`)
    t.equal(body.replaceAll('\n', '|'), yamlOf(want), media)
  }
})

t.test('the body of an error may have lists by the names of what is wrong', async (t) => {
  const rule = (pointer: string, message: string) => ({
    ...{ place: 'body', pointer, keyword: 'k', message },
  })
  const violations = [rule('/a', 'is long'), rule('/a', 'is wrong'), rule('/b/0', 'is none')]
  const told = { status: 400, message: 'm', violations }
  const found = toldError({}, told, () => true)
  t.same(found, { a: ['body/a is long.', 'body/a is wrong.'], 'b.0': ['body/b/0 is none.'] })
  const seen = toldError({}, told, () => false)
  t.same(seen, {})
  t.same(
    toldError({ Errors: [{ Code: '1', DescText: 'x' }] }, { ...told, violations: [] }, () => true),
    { Errors: [{ Code: '1', DescText: 'm' }] },
  )
  t.same(
    toldError({ tppMessages: [{ text: 'x' }], reason: 'x' }, told, () => true),
    {
      tppMessages: ['a is long', 'a is wrong', 'b/0 is none'].map((each) => ({
        text: `body/${each}.`,
      })),
      reason: 'm',
    },
  )
})

t.test('every scheme has a handler that accepts any credential', async (t) => {
  const securitySchemes = [
    { name: 'a', type: 'apiKey', in: 'header', parameter: 'x-key' },
    { name: 'b', type: 'apiKey' },
    { name: 'c', type: 'http', scheme: 'basic' },
    { name: 'd', type: 'openIdConnect' },
    { name: 'e', type: 'mutualTLS' },
  ] as const
  const handlers = acceptAnyCredential({ ...contract, securitySchemes })
  t.same(Object.keys(handlers), ['a', 'b', 'c', 'd', 'e'])
})
