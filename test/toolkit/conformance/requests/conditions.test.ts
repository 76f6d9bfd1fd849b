import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { conform } from '#toolkit/conformance/index.js'
import { Identities } from '#toolkit/conformance/requests/identities.js'
import { RequestSource } from '#toolkit/conformance/requests/request-source.js'
import { UNHURRIED } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'

const NOTE = { type: 'object', properties: { text: { type: 'string', minLength: 1 } } }
const content = { 'application/json': { schema: NOTE } }
const it = (headers: object = {}) => ({ description: 'It.', headers, content })
const ETAG = { ETag: { schema: { type: 'string' } } }
const refused = { description: 'Refused.' }

const documentOf = (condition: object) => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/note': {
      get: { responses: { 200: it(ETAG), '4XX': refused } },
      put: {
        parameters: [{ name: 'If-Match', in: 'header', required: true, schema: condition }],
        requestBody: { required: true, content },
        responses: { 200: it(ETAG), '4XX': refused },
      },
    },
  },
})

function drawn(condition: object): unknown {
  const contract = new TestedContract(documentOf(condition))
  const source = new RequestSource(contract, new Identities(), 1)
  const put = contract.operations.find(({ method }) => method === 'PUT')
  const [value] = [...((put && source.valid(put)?.parameters.values()) ?? [])]
  return value && 'value' in value ? value.value : undefined
}

t.test('a change that needs a condition is sent for any version', async (t) => {
  t.equal(drawn({ type: 'string' }), '*')
  t.equal(drawn({ type: 'string', examples: ['"1"'] }), '"1"', 'but for an example')
  t.equal(drawn({ type: 'string', enum: ['"7"'] }), '"7"', 'or where the document wants another')
})

const ids = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
const condition = { name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } }
const created = {
  ...NOTE,
  properties: { ...NOTE.properties, id: { type: 'string' } },
  required: ['id'],
}
const NOTES = {
  ...documentOf({}),
  paths: {
    '/notes': {
      post: {
        requestBody: { required: true, content },
        responses: {
          201: { description: 'It.', content: { 'application/json': { schema: created } } },
          '4XX': refused,
        },
      },
    },
    '/notes/{id}': {
      parameters: ids,
      get: { responses: { 200: it(ETAG), 404: refused } },
      put: {
        parameters: [condition],
        requestBody: { required: true, content },
        responses: { 200: it(ETAG), 404: refused, 412: refused, '4XX': refused },
      },
    },
  },
}

/** A service that has one note, and answers changes as a function of their conditions says. */
async function run(statusOf: (condition: readonly string[]) => number) {
  const { app } = stubApp(({ method, headers }) => {
    const given = Object.entries(headers).filter(([name]) => /^if-match$/i.test(name))
    const changed = () => statusOf(given.map(([, value]) => String(value)))
    const status = method === 'PUT' ? changed() : method === 'POST' ? 201 : 200
    return { status, headers: { etag: '"1"' }, body: { id: 'a', text: 'a' } }
  })
  const { violations } = await conform({
    document: NOTES,
    target: app,
    depth: 'edges',
    ...UNHURRIED,
  })
  return violations.filter(({ check }) => check === 'if-match')
}

t.test('a condition of the kit stands in place of the one that is documented', async (t) => {
  const seen: (readonly string[])[] = []
  const [found] = await run((values) => {
    seen.push(values)
    return values[0] === '"1"' ? 200 : 400
  })
  t.match(found, { expected: /^status 412 for If-Match with another ETag/, received: 'status 400' })
  t.ok(seen.some((values) => values.join() === '"kit-of-another-version"'))
  t.same(
    seen.filter((values) => values.length > 1),
    [],
    'never beside it',
  )
})

t.test('a change that is refused for any version says nothing about conditions', async (t) => {
  t.same(await run(() => 400), [])
})
