import t from 'tap'
import { edgesOfParameters } from '#toolkit/conformance/probes/parameters/edges-of-parameters.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'
import { type Fault, probed } from './probed.js'

t.setTimeout(120_000)

/** Parameters whose texts are of a media type, whole queries, and objects of any members. */
const DOCUMENT = `
openapi: 3.2.0
info: { title: Contents, version: '1' }
paths:
  /json:
    get:
      operationId: getJson
      parameters:
        - { name: filter, in: query, required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Filter' } } } }
        - { name: X-Filter, in: header, content: { application/json: { schema: { $ref: '#/components/schemas/Filter' } } } }
        - { name: never, in: query, content: { application/json: { schema: { not: {} } } } }
        - { name: visit, in: cookie, content: { application/json: { schema: { type: integer } } } }
      responses: &responses
        '200': { description: It. }
        '400': { description: Wrong., content: { application/json: {} } }
  /json/{at}:
    get:
      operationId: getAt
      parameters:
        - { name: at, in: path, required: true, content: { application/json: { schema: { type: array, minItems: 1, maxItems: 2, items: { type: integer } } } } }
      responses: *responses
  /query:
    get:
      operationId: getQuery
      parameters:
        - { name: all, in: querystring, content: { application/json: { schema: { $ref: '#/components/schemas/Filter' } } } }
      responses: *responses
  /form:
    get:
      operationId: getForm
      parameters:
        - { name: all, in: querystring, content: { application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Filter' } } } }
      responses: *responses
  /any:
    get:
      operationId: getAny
      parameters:
        - { name: all, in: querystring, content: { application/x-www-form-urlencoded: { schema: { type: 'null' } } } }
      responses: *responses
  /things/{at}:
    get:
      operationId: getThings
      parameters:
        - { name: at, in: path, required: true, schema: { type: object } }
        - { name: filter, in: query, schema: { type: object } }
        - { name: deep, in: query, style: deepObject, schema: { type: object } }
        - { name: whole, in: query, explode: false, schema: { type: object } }
        - { name: X-Marks, in: header, schema: { type: object } }
      responses: *responses
components:
  schemas:
    Filter:
      type: object
      required: [size]
      additionalProperties: false
      properties: { size: { type: integer, minimum: 1, maximum: 9 }, on: { type: boolean }, name: { type: string } }
      example: { size: 5, on: true }
`

const operations = ['getJson', 'getAt', 'getQuery', 'getForm', 'getAny', 'getThings']
const handlers = Object.fromEntries(operations.map((each) => [each, () => ({ status: 200 })]))

async function found(
  app: Parameters<typeof probed>[2],
  settings: Parameters<typeof probed>[3] = {},
): Promise<readonly string[]> {
  return (await probed(edgesOfParameters, DOCUMENT, app, settings)).found
}

/** Lets in what a function says of the decoded target and the header. */
const lettingIn =
  (isTaken: (target: string, header: string) => boolean): Fault =>
  ({ target, headers }) => {
    const header = headers.find(([name]) => /^x-filter$/i.test(name))?.[1] ?? ''
    return isTaken(decodeURIComponent(target), header) ? { status: 200, json: {} } : undefined
  }

t.test('texts of a media type are JSON, and valid by their schema', async (t) => {
  const contract = await contractOf(t, DOCUMENT)
  const app = await serveContract(t, contract, { handlers })
  t.same(await found(app), [])
  const cases: [only: string, told: RegExp[], fault: Fault][] = [
    [
      'getJson',
      [
        /^invalid-refused: the query parameter `filter` is no JSON: /,
        /^invalid-refused: size of the query parameter `filter` is "\d"$/,
        /^invalid-refused: the header parameter `x-filter` is no JSON: /,
      ],
      lettingIn(
        (target, header) =>
          /^\/json\?filter=(\{.*\}x$|\{"size":"\d")/.test(target) || header === 'NaN',
      ),
    ],
    [
      'getAt',
      [/^invalid-refused: the path parameter `at` is no JSON: /],
      lettingIn((target) => /^\/json\/\[.*\],$/.test(target)),
    ],
    [
      'getQuery',
      [
        /^invalid-refused: the querystring parameter `all` is no JSON: /,
        /^invalid-refused: size of the querystring parameter `all` is above its maximum: 10$/,
      ],
      lettingIn(
        (target) => target === '/query?undefined' || target.startsWith('/query?{"size":10'),
      ),
    ],
    [
      'getForm',
      [/^invalid-refused: the querystring parameter `all` has the field size, which is "1abc"$/],
      lettingIn((target) => target.startsWith('/form?') && /size=1abc\b/.test(target)),
    ],
  ]
  for (const [only, wanted, fault] of cases) {
    const all = await found(app, { only, fault })
    for (const told of wanted) {
      t.ok(
        all.some((each) => told.test(each)),
        `${told} ${all}`,
      )
    }
  }
})

t.test('objects of any members, also of names such as toString, can be parameters', async (t) => {
  const app = await serveContract(t, await contractOf(t, DOCUMENT), { handlers })
  t.same(await found(app, { only: 'getThings' }), [])
})
