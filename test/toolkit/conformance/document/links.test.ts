import path from 'node:path'
import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { linksOf } from '#toolkit/conformance/document/links.js'
import { contractOf, pathsOf } from '../helpers/documents.js'

function linksWith(links: object) {
  const paths = pathsOf('GET /pets/{id} getPet | {200: null}')
  const contract = contractOf(
    {
      '/pets': { post: { responses: { 201: { $ref: '#/components/responses/Made' } } } },
      ...paths,
    },
    {
      components: {
        responses: { Made: { description: 'It.', links } },
        links: { Pet: { operationId: 'getPet', parameters: { id: '$response.body#/id' } } },
      },
    },
  )
  const [create] = contract.operations
  return create === undefined ? [] : linksOf(contract, create)
}

t.test('links of responses', async (t) => {
  const told = linksWith({
    pet: { $ref: '#/components/links/Pet' },
    byPath: { operationRef: '#/paths/~1pets~1%7Bid%7D/get', parameters: { 'path.id': 'rex' } },
    withBody: { operationId: 'getPet', requestBody: '$request.body' },
  }).map(({ pointer, status, target, parameters, requestBody }) => [
    pointer,
    status,
    target.operationId,
    [...parameters].map(([{ name }, given]) => [name, given]),
    requestBody,
  ])
  t.same(told, [
    ['#/components/links/Pet', '201', 'getPet', [['id', '$response.body#/id']], undefined],
    ['#/components/responses/Made/links/byPath', '201', 'getPet', [['id', 'rex']], undefined],
    ['#/components/responses/Made/links/withBody', '201', 'getPet', [], '$request.body'],
  ])
})

t.test('links out of the document, or that do not fit their targets, are left out', async (t) => {
  const links = linksWith({
    unknown: { operationId: 'getPets' },
    elsewhere: { operationRef: 'https://zoo.example/openapi.json#/paths/~1pets/get' },
    odd: { operationRef: 7 },
    other: { operationId: 'getPet', parameters: { name: 'rex' } },
    none: { $ref: '#/components/links/None' },
    text: 'getPet',
  })
  t.same(links, [])
})

t.test('links of an operation in another file', async (t) => {
  const ok = 'responses: {200: {description: "", links: {next: {operationRef: "#/paths/~1b/get"}}}}'
  const folder = t.testdir({
    'a.yaml': `openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a: {$ref: b.yaml#/a}
  /b: {$ref: b.yaml#/b}
`,
    'b.yaml': `a: {get: {${ok}}}\nb: {get: {operationId: b, ${ok}}}\n`,
  })
  const contract = new TestedContract(path.join(folder, 'a.yaml'))
  const links = contract.operations.flatMap((each) => linksOf(contract, each))
  t.same(
    links.map(({ pointer, target }) => [pointer, target.operationId]),
    ['a', 'b'].map((name) => [`#/paths/~1${name}/get/responses/200/links/next`, 'b']),
  )
  const places = contract.operations.map(({ pointer }) => contract.locate(pointer))
  t.match(places, [/b\.yaml:1:5$/, /b\.yaml:2:5$/], 'each is where it is written')
})
