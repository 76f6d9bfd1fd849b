import fastify from 'fastify'
import { load } from 'js-yaml'
import t from 'tap'
import { edgeContext } from '#toolkit/conformance/cases/draw.js'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { jsonBodies } from '#toolkit/conformance/probes/json/json-bodies.js'
import {
  equalTexts,
  malformedTexts,
  openTexts,
} from '#toolkit/conformance/probes/json/malformed.js'
import { defaultValues } from '#toolkit/conformance/probes/parameters/default-values.js'
import { edgesOfParameters } from '#toolkit/conformance/probes/parameters/edges-of-parameters.js'
import { isOpaque } from '#toolkit/conformance/probes/parameters/meaning.js'
import { randomBodies } from '#toolkit/conformance/probes/random/random-bodies.js'
import { Identities } from '#toolkit/conformance/requests/identities.js'
import { RequestSource } from '#toolkit/conformance/requests/request-source.js'
import { parseExact } from '#toolkit/runtime/json/exact.js'
import { probed } from './probed.js'

t.setTimeout(300_000)

/** A document that leaves open most of what others say. */
const OPEN = `
openapi: 3.1.0
info: { title: Open, version: '1' }
paths:
  /plants:
    get:
      operationId: listPlants
      parameters:
        - { name: size, in: query, schema: { type: integer, default: 2 } }
        - { name: page, in: query, required: true, example: 1, schema: { type: integer, default: 1 } }
        - { name: any, in: query, schema: true }
      responses: { '200': { description: Plants., content: { application/json: {} } }, '400': { description: Wrong. } }
    post:
      operationId: createPlant
      parameters:
        - { name: Idempotency-Key, in: header, required: true, example: a1, schema: { type: string, pattern: '^[a-z0-9-]+$' } }
        - { name: X-Request-Id, in: header, required: true, example: 7, schema: { type: integer } }
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Plant' } } } }
      responses: { '2XX': { description: Created., content: { application/json: {} } }, '4XX': { description: Wrong. } }
  /lists:
    put:
      operationId: putList
      requestBody: { required: true, content: { application/json: { schema: { type: array, items: { type: integer } } } } }
      responses: { '204': { description: Set. }, '400': { description: Wrong. } }
  /numbers:
    put:
      operationId: putNumber
      requestBody: { required: true, content: { application/json: { schema: { type: integer } } } }
      responses: { '204': { description: Set. }, '400': { description: Wrong. } }
  /nothing:
    put:
      operationId: putNothing
      requestBody: { required: true, content: { application/json: { schema: { allOf: [{ type: string }, { type: integer }] } } } }
      responses: { '204': { description: Set. } }
    get:
      operationId: getNothing
      parameters: [{ name: none, in: query, required: true, schema: { allOf: [{ type: string }, { type: integer }] } }]
      responses: { '200': { description: None. } }
components:
  schemas:
    Plant:
      type: object
      required: [id, mail]
      properties:
        id: { type: integer, minimum: 1 }
        mail: { type: string, format: email }
        site: { type: string, format: uri }
        day: { type: string, format: date }
        time: { type: string, format: date-time }
        uuid: { type: string, format: uuid }
        ip: { type: string, format: ipv4 }
        host: { type: string, format: hostname }
        odd: { type: string, pattern: '^(?=a)a+$' }
        isbn: { type: string, pattern: '^97[89][0-9]{3}$' }
        fixed: { const: 5 }
        on: { type: boolean }
        small: { type: integer, format: int32 }
        even: { type: integer, multipleOf: 2 }
        price: { type: number, minimum: 0, maximum: 100, multipleOf: 0.01 }
        weight: { type: number }
        order: { type: array, minItems: 2, items: { type: integer } }
`

/** Accepts what the schemas accept. */
function server(list: (url: URL) => unknown = () => [1, 2]) {
  const contract = new TestedContract(load(OPEN) as object)
  const app = fastify({ bodyLimit: 8 * 2 ** 20 })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  const schemas = new Map(
    contract.operations.map(({ method, path, requestBody }) => [
      `${method} ${path}`,
      requestBody?.content[0]?.schema,
    ]),
  )
  app.route({
    method: ['GET', 'POST', 'PUT'],
    url: '/*',
    handler(request, reply) {
      const url = new URL(request.url, 'http://localhost')
      if (request.method === 'GET') {
        const { size, page } = Object.fromEntries(url.searchParams)
        const isWrong =
          page === undefined ||
          [size, page].some((each) => each !== undefined && !/^-?\d{1,19}$/.test(each))
        return isWrong ? reply.code(400).send() : reply.send(list(url))
      }
      const name = schemas.get(`${request.method} ${url.pathname}`)
      const isKeyed = /^[a-z0-9-]+$/.test(String(request.headers['idempotency-key'] ?? ''))
      const isNumbered = /^-?\d+$/.test(String(request.headers['x-request-id'] ?? ''))
      if (request.method === 'POST' && !(isKeyed && isNumbered)) return reply.code(400).send()
      if (request.method === 'POST' && request.body === undefined) return reply.code(201).send({})
      try {
        const value = parseExact(String(request.body))
        if (!contract.verdicts.accepts(contract.reference(name as string), value)) throw new Error()
      } catch {
        return reply.code(400).send()
      }
      return request.method === 'POST' ? reply.code(201).send({}) : reply.code(204).send()
    },
  })
  return app
}

for (const probe of [edgesOfBodies, jsonBodies, edgesOfParameters, defaultValues, randomBodies]) {
  t.test(`${probe.name} of a document that leaves much open`, async (t) => {
    const app = server()
    t.teardown(() => app.close())
    const { found, kit } = await probed(probe, OPEN, app)
    t.same(found, [])
    t.ok(kit.coverage.requests > 0)
  })
}

t.test('a default is compared where there are lists that stay the same', async (t) => {
  let count = 0
  const lists: [name: string, list: (url: URL) => unknown, found: number][] = [
    ['an array', (url) => (url.searchParams.has('size') ? [1, 2] : [1, 2, 3]), 1],
    ['an array in an object', (url) => ({ items: [url.searchParams.has('size')] }), 1],
    ['a list that changes by itself', () => [count++], 0],
    ['an object without lists', (url) => ({ next: url.search }), 0],
    ['no object', (url) => url.search, 0],
    ['no JSON', () => Buffer.from('{'), 0],
  ]
  for (const [name, list, expected] of lists) {
    const app = server(list)
    const { kit } = await probed(defaultValues, OPEN, app)
    const own = kit.violations.filter(({ check }) => check === 'default-applied')
    t.equal(own.length, expected, name)
    await app.close()
  }
})

t.test('what the document leaves open is noted', async (t) => {
  const app = server()
  t.teardown(() => app.close())
  const { kit } = await probed(jsonBodies, OPEN, app)
  t.ok(kit.notes.has('POST /plants accepts a body that has an empty name'), [...kit.notes].join())
})

t.test('a random fault is shown with the smallest body', async (t) => {
  const app = server()
  t.teardown(() => app.close())
  const { kit } = await probed(randomBodies, OPEN, app, {
    fault: (_, body) => (/"small":-/.test(body) ? { status: 500 } : undefined),
  })
  t.match(kit.violations[0]?.what, /^small is -\d+$/)
})

t.test('JSON of nothing has texts, too', async (t) => {
  for (const text of ['{}', '[]', '[1]', '{"a":1}', String.raw`{"a/\u00e9":"x/\n\""}`]) {
    for (const { told, bytes } of malformedTexts(text)) {
      t.throws(
        () => JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)),
        `${told}: ${bytes}`.slice(0, 80),
      )
    }
    for (const { told, bytes } of equalTexts(text))
      t.same(JSON.parse(bytes.toString()), JSON.parse(text), told)
  }
  t.same(openTexts('[]'), [])
  for (const { told, bytes } of openTexts('{}').filter(({ told }) =>
    /name|proto|member/.test(told),
  )) {
    t.ok(JSON.parse(bytes.toString()), told)
  }
})

t.test('a service may refuse a text that means something', async (t) => {
  const parameter = (name: string, schema: unknown) => ({ name, schema }) as never
  t.ok(isOpaque(parameter('cursor', { type: 'string' })))
  t.ok(isOpaque(parameter('sort', {})))
  t.ok(isOpaque(parameter('a', true)))
  t.notOk(isOpaque(parameter('sort', { enum: ['a'] })))
  t.notOk(isOpaque(parameter('sort', { const: 'a' })))
  t.notOk(isOpaque(parameter('after', { type: 'integer' })))
  t.notOk(isOpaque(parameter('title', { type: 'string' })))
})

t.test('values of several schemas, large integers among them, are drawn once each', async (t) => {
  const contract = new TestedContract(load(OPEN) as object)
  const { draw } = edgeContext(contract, new RequestSource(contract, new Identities(), 1))
  const both = [
    { type: 'integer', minimum: 3 },
    { type: 'integer', maximum: 4 },
  ]
  t.same(new Set(draw(both, 5)), new Set([3, 4]))
  t.same(new Set(draw(both, 5)), new Set([3, 4]))
  t.same(draw([{ type: 'integer' }, { type: 'string' }], 5), [])
  t.equal(draw([], 1).length, 1)
  t.same(draw([{ enum: [9007199254740993n] }], 2), [9007199254740993n])
})
