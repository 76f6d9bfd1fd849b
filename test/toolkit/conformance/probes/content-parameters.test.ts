import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { edgesOfParameters } from '#toolkit/conformance/probes/parameters/edges-of-parameters.js'
import { fits } from '../../../helpers/fits.js'
import { inFull } from '../../../helpers/made.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'
import { type Fault, runApp } from './probed.js'

t.setTimeout(120_000)

/** Parameters whose texts are of a media type, whole queries, and objects of any members. */
const DOCUMENT = inFull(`
  openapi: 3.2.0
  x-json: &json { application/json: { schema: { $ref: $Filter } } }
  GET /json:
    operationId: getJson
    parameters:
      - { name: filter, in: query, required: true, content: *json }
      - { name: X-Filter, in: header, content: *json }
      - { name: never, in: query, content: { application/json: { schema: { not: {} } } } }
      - { name: visit, in: cookie, content: { application/json: { schema: { type: integer } } } }
    200:
    400: {}
  GET /json/{at}: { operationId: getAt, parameters: [{ name: at, in: path, required: true, content: { application/json: { schema: { type: array, minItems: 1, maxItems: 2, items: { type: integer } } } } }], 200: , 400: {} }
  GET /query: { operationId: getQuery, parameters: [{ name: all, in: querystring, content: *json }], 200: , 400: {} }
  GET /form: { operationId: getForm, parameters: [{ name: all, in: querystring, content: { application/x-www-form-urlencoded: { schema: { $ref: $Filter } } } }], 200: , 400: {} }
  GET /any: { operationId: getAny, parameters: [{ name: all, in: querystring, content: { application/x-www-form-urlencoded: { schema: { type: 'null' } } } }], 200: , 400: {} }
  GET /things/{at}:
    operationId: getThings
    parameters:
      - { name: at, in: path, required: true, schema: &any { type: object } }
      - { name: filter, in: query, schema: *any }
      - { name: deep, in: query, style: deepObject, schema: *any }
      - { name: whole, in: query, explode: false, schema: *any }
      - { name: X-Marks, in: header, schema: *any }
    200:
    400: {}
  Filter:
    type: object
    required: [size]
    additionalProperties: false
    properties: { size: { type: integer, minimum: 1, maximum: 9 }, on: { type: boolean }, name: { type: string } }
    example: { size: 5, on: true }
`)

const operations = ['getJson', 'getAt', 'getQuery', 'getForm', 'getAny', 'getThings']
const handlers = Object.fromEntries(operations.map((each) => [each, () => ({ status: 200 })]))

const found = async (app: FastifyInstance, only?: string, fault?: Fault) =>
  (await runApp(edgesOfParameters, DOCUMENT, app, fault, only)).what

/** Lets in what a function says of the decoded target and the header. */
const lettingIn =
  (isTaken: (target: string, header: string) => boolean): Fault =>
  ({ target, headers }) => {
    const header = headers.find(([name]) => /^x-filter$/i.test(name))?.[1] ?? ''
    return isTaken(decodeURIComponent(target), header) ? 200 : undefined
  }

t.test('texts of a media type are JSON, and valid by their schema', async (t) => {
  const contract = await contractOf(t, DOCUMENT)
  const app = await serveContract(t, contract, { handlers })
  t.same(await found(app), [])
  const cases: Record<string, [fault: Fault, ...told: string[]]> = {
    getJson: [
      lettingIn(
        (target, header) =>
          /^\/json\?filter=(\{.*\}x$|\{"size":"\d")/.test(target) || header === 'NaN',
      ),
      'the query parameter `filter` is no JSON: …',
      'size of the query parameter `filter` is "…"',
      'the header parameter `x-filter` is no JSON: …',
    ],
    getAt: [
      lettingIn((target) => /^\/json\/\[.*\],$/.test(target)),
      'the path parameter `at` is no JSON: …',
    ],
    getQuery: [
      lettingIn(
        (target) => target === '/query?undefined' || target.startsWith('/query?{"size":10'),
      ),
      'the querystring parameter `all` is no JSON: …',
      'size of the querystring parameter `all` is above its maximum: 10',
    ],
    getForm: [
      lettingIn((target) => target.startsWith('/form?') && /size=1abc\b/.test(target)),
      'the querystring parameter `all` has the field size, which is "1abc"',
    ],
  }
  for (const [only, [fault, ...wanted]] of Object.entries(cases)) {
    const all = await found(app, only, fault)
    for (const told of wanted)
      t.ok(
        all.some((each) => fits(each, `invalid-refused: ${told}`)),
        `${told} ${all}`,
      )
  }
})

t.test('objects of any members, also of names such as toString, can be parameters', async (t) => {
  const app = await serveContract(t, await contractOf(t, DOCUMENT), { handlers })
  t.same(await found(app, 'getThings'), [])
})
