import t from 'tap'
import type { Operation, TestedContract } from '#toolkit/conformance/document/contract.js'
import { authenticated } from '#toolkit/conformance/requests/credentials.js'
import { FreshIdentities } from '#toolkit/conformance/requests/fresh.js'
import { Identities } from '#toolkit/conformance/requests/identities.js'
import { type ParameterValue, parametersOf } from '#toolkit/conformance/requests/parts.js'
import { RequestSource } from '#toolkit/conformance/requests/request-source.js'
import { without } from '#toolkit/conformance/requests/without.js'
import { withoutReadOnly } from '#toolkit/conformance/requests/without-read-only.js'
import { writable } from '#toolkit/conformance/requests/writable.js'
import { writeRequest } from '#toolkit/conformance/requests/write-request.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { Unwritable } from '#toolkit/requests/write-parameters.js'
import { NOTHING } from '#toolkit/samples/index.js'
import { contractOf } from '../helpers/documents.js'

const FORM = `{schema: {type: object, additionalProperties: true, properties: {a: {type: array, items: {type: string}}}}, encoding: {a: {style: pipeDelimited, explode: false}}}`
const contract = contractOf(`
  openapi | 3.2.0
  GET /json | {parameters: [{name: all, in: querystring, content: {application/json: {schema: {type: object}}}}], 200: null}
  GET /form | {parameters: [{name: all, in: querystring, content: {application/x-www-form-urlencoded: ${FORM}}}], 200: null}
  GET /keys/{id}?own=1 | {security: [{header: [], query: [], cookie: []}], parameters: [{name: c, in: cookie, schema: {type: string}}], query: {q: {type: string}}, 200: null}
  GET /nowhere | {security: [{nowhere: []}], 200: null}
  GET /cookie | {security: [{cookie: []}], 200: null}
  securitySchemes | {nowhere: {type: apiKey, name: X-Key}, header: {type: apiKey, in: header, name: X-Key}, query: {type: apiKey, in: query, name: key}, cookie: {type: apiKey, in: cookie, name: sid}}
`)

const operationAt = (path: string) =>
  contract.operations.find((each) => each.path.startsWith(path)) as Operation

function written(path: string, values: Record<string, ParameterValue>) {
  const operation = operationAt(path)
  const given = parametersOf(operation).flatMap((each) =>
    values[each.name] === undefined ? [] : [[each, values[each.name] as ParameterValue] as const],
  )
  return writeRequest({ operation, parameters: new Map(given) })
}

t.test('a whole query is JSON, or a form', async (t) => {
  t.equal(written('/json', { all: { value: { a: [1] } } }).target, '/json?%7B%22a%22%3A%5B1%5D%7D')
  const { target } = written('/form', { all: { value: { a: ['x', 'y'], 'b c': ['1', '2'] } } })
  t.equal(target, '/form?a=x%7Cy&b%20c=1&b%20c=2')
})

t.test('texts in place of values, and the query of a path', async (t) => {
  const values = { id: { text: 'a%zz' }, c: { text: 'x y' }, q: { text: '%' } }
  t.same(written('/keys', values), {
    method: 'GET',
    target: '/keys/a%zz?own=1&q=%',
    headers: [['Cookie', 'c=x y']],
  })
  let thrown: unknown
  try {
    written('/keys', {})
  } catch (error) {
    thrown = error
  }
  t.ok(thrown instanceof Unwritable, 'a path needs all its values')
})

t.test('keys stand where the document says', async (t) => {
  const secrets = { header: 'h', query: 'q&', cookie: 'c;', nowhere: 'n' }
  const given = (path: string, values = {}) =>
    authenticated(contract, operationAt(path), written(path, values), secrets)
  t.same(given('/keys', { id: { value: 'i' }, c: { value: 'v' } }), {
    method: 'GET',
    target: '/keys/i?own=1&key=q%26',
    headers: [
      ['X-Key', 'h'],
      ['Cookie', 'c=v; sid=c%3B'],
    ],
  })
  t.same(given('/cookie').headers, [['Cookie', 'sid=c%3B']])
  t.same(given('/nowhere').headers, [['Authorization', 'Bearer n']])
})

t.test('an identity is another one, as far as the schema lets it', async (t) => {
  const identities = new FreshIdentities(contract, 482_913_726)
  const fresh = (member: Schema, id: unknown) => {
    const schema = { type: 'object', properties: { id: member } }
    return (identities.of(schema, { id, name: 'n' }) as { id: unknown }).id
  }
  const uuid = '00000000-0000-4000-8000-000000000000'
  const found = fresh({ type: 'string', format: 'uuid' }, uuid)
  t.match(found, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  t.not(fresh({ type: 'string', format: 'uuid' }, uuid), uuid)
  t.match(fresh({ type: 'string', format: 'email' }, 'a@b.example'), /^user\d+@example\.com$/)
  t.match(fresh({ type: 'string' }, 'abc'), /^abc-\d+$/)
  t.match(fresh({ type: 'string', pattern: '^[a-z]+[0-9]+$' }, 'abc'), /^abc\d+$/)
  t.match(fresh({ type: 'string', pattern: '^[0-9]{3}$' }, '123'), /^\d{3}$/)
  t.match(fresh({ type: 'string', pattern: '^S-[0-9]{4}$' }, 'S-1234'), /^S-\d{4}$/)
  t.match(fresh({ type: 'string', pattern: '^S-19[0-9]{4}$' }, 'S-191234'), /^S-19\d{4}$/)
  t.match(fresh({ type: 'string', pattern: '^S-[0-9]{1,6}$' }, 'S-1'), /^S-\d{6}$/)
  const letters = fresh({ type: 'string', pattern: '^[A-Z]-[a-z]{3}$' }, 'A-bcd')
  t.match(letters, /^[A-Z]-[a-z]{3}$/)
  t.not(letters, 'A-bcd')
  t.equal(typeof fresh({ type: 'integer' }, 5n), 'bigint')
  t.not(fresh({ type: 'integer' }, 5n), 5n)
  const small = fresh({ type: 'integer', maximum: 90 }, 91) as number
  t.ok(small >= 1 && small <= 90)
  t.same(fresh({}, true), true)
  t.equal(fresh({ enum: ['a'] }, 'a'), 'a')
  t.equal(identities.of({}, 'a'), 'a')
})

t.test('a parameter that another one of its path follows has one value in a run', async (t) => {
  const some = contractOf(`
    PUT /repos/{owner}/{name} put | {200: null}
    GET /repos/{owner}/{name} read | {200: null}
    GET /repos/{user} list | {200: null}
  `)
  const source = new RequestSource(some, new Identities(), 7)
  const [put, read, list] = some.operations.map((each) =>
    [...(source.valid(each)?.parameters.values() ?? [])].map((held) => Object(held).value),
  )
  t.equal(read?.[0], put?.[0])
  t.equal(list?.[0], put?.[0])
  t.not(read?.[1], put?.[1])
})

t.test('a body is not sent as a range whose media type another one describes', async (t) => {
  for (const [types, sent] of [
    [['*/*', 'application/json'], ['application/json']],
    [
      ['image/png', 'application/*'],
      ['application/*', 'image/png'],
    ],
  ] as const) {
    const content = types.map((each) => `'${each}': {schema: {type: object}}`)
    const { operations } = contractOf(`PUT /a | {requestBody: {content: {${content}}}, 200: null}`)
    const found = writable(operations[0] as Operation).map(({ mediaType }) => mediaType)
    t.same(found, sent)
  }
})

t.test('members are left out, as far as the schema lets them go', async (t) => {
  const readOnly = { type: 'string', readOnly: true }
  const item = { type: 'object', properties: { made: readOnly, name: { type: 'string' } } }
  const bare = (schema: Schema, value: unknown) => withoutReadOnly(contract, schema, value)
  const value = { made: 'x', name: 'n' }
  t.same(bare(item, value), { name: 'n' })
  t.same(bare({ ...item, required: ['made'] }, value), value)
  t.same(bare({ type: 'array', items: item }, [value]), [{ name: 'n' }])
  t.same(bare({ type: 'array' }, [value]), [value])
  t.same(bare(item, { ...value, other: { a: 1 } }), { name: 'n', other: { a: 1 } })
  const seen: unknown[] = []
  const less = without(
    contract,
    { ...item, required: ['name'] },
    { ...value, more: 1 },
    (name, member) => {
      seen.push([name, member])
      return true
    },
  )
  t.same(less, { name: 'n' })
  t.same(seen, [
    ['made', readOnly],
    ['name', { type: 'string' }],
    ['more', true],
  ])
  const found = without(contract, item, 'text', () => true)
  t.equal(found, 'text')
})

t.test('a value on which the two opinions differ is not drawn', async (t) => {
  const sourceOf = (verdict: () => boolean | undefined) => {
    const verdicts = { accepts: () => true, verdict }
    const own = { verdicts, operations: [], target: contract.target } as unknown as TestedContract
    return new RequestSource(own, new Identities(), 1)
  }
  let asked = 0
  const never = sourceOf(() => {
    asked += 1
    return undefined
  })
  t.equal(never.value({ type: 'string' }), NOTHING)
  t.equal(asked, 5)
  t.equal(typeof sourceOf(() => true).value({ type: 'string' }), 'string')
})
