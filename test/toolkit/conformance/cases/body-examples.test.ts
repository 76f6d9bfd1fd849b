import t from 'tap'
import { type Operation, TestedContract } from '#toolkit/conformance/document/contract.js'
import { bodyExamples } from '#toolkit/conformance/document/examples.js'

const json = 'application/json'

/** The examples of a body of `POST /a` in a document. */
function examplesOf(paths: unknown, method = 'POST') {
  const document = { paths }
  return bodyExamples({ document }, { path: '/a', method }, { mediaType: json })
}

/** `POST /a` with a body. */
const withBody = (requestBody: unknown) => ({ '/a': { post: { requestBody } } })

t.test('the examples of a body are those of its media type', async (t) => {
  const media = { example: 1, examples: { a: { value: 2 }, b: {}, c: 5 } }
  t.same(examplesOf(withBody({ content: { 'Application/JSON': media } })), [
    { value: 1, pointer: '#/paths/~1a/post/requestBody/content/Application~1JSON/example' },
    { value: 2, pointer: '#/paths/~1a/post/requestBody/content/Application~1JSON/examples/a' },
  ])
  t.same(examplesOf(withBody({ content: { 'text/plain': media } })), [])
  t.same(examplesOf(withBody({ content: { [json]: 5 } })), [])
})

t.test('the body of a method of 3.2 has examples', async (t) => {
  const query = { requestBody: { content: { [json]: { example: 1 } } } }
  t.same(examplesOf({ '/a': { additionalOperations: { COPY: query } } }, 'COPY'), [
    {
      value: 1,
      pointer:
        '#/paths/~1a/additionalOperations/COPY/requestBody/content/application~1json/example',
    },
  ])
})

t.test('a body of Swagger 2.0 has its examples in extensions', async (t) => {
  const held = { $ref: '#/no-reference' }
  const body = { in: 'body', 'x-example': held, 'x-examples': { [json]: 2, 'text/plain': 3 } }
  const other = { in: 'query', 'x-example': 1 }
  t.same(examplesOf({ '/a': { post: { parameters: [other, body] } } }), [
    { value: held, pointer: '#/paths/~1a/post/parameters/1/x-example' },
    { value: 2, pointer: '#/paths/~1a/post/parameters/1/x-examples/application~1json' },
  ])
  t.same(examplesOf({ '/a': { post: {}, parameters: [{ ...body, 'x-examples': {} }] } }), [
    { value: held, pointer: '#/paths/~1a/parameters/0/x-example' },
  ])
  t.same(examplesOf({ '/a': { post: { parameters: [other] } } }), [])
  t.same(examplesOf(withBody({ 'x-examples': { other: 1 } })), [])
  t.same(examplesOf(withBody({})), [])
})

t.test('a body in another file has its examples', async (t) => {
  const folder = t.testdir({
    'openapi.yaml': [
      'openapi: 3.1.0',
      "info: { title: T, version: '1' }",
      "paths: { /a: { $ref: 'paths.yaml#/a' } }",
      // What a pointer of the other file would lead to in this one.
      'B: { content: { application/json: { example: 0 } } }',
    ].join('\n'),
    'paths.yaml': [
      "a: { post: { requestBody: { $ref: '#/B' }, responses: { '200': { description: d } } } }",
      'B: { content: { application/json: { example: 1 } } }',
    ].join('\n'),
  })
  const contract = new TestedContract(`${folder}/openapi.yaml`)
  const [operation] = contract.operations as [Operation]
  t.same(bodyExamples(contract, operation, { mediaType: json }), [
    { value: 1, pointer: '#/paths/~1a/post/requestBody/content/application~1json/example' },
  ])
})

t.test('what is not there has no examples', async (t) => {
  t.same(bodyExamples({ document: 'none' }, { path: '/a', method: 'GET' }, { mediaType: json }), [])
  t.same(examplesOf(undefined), [])
  t.same(examplesOf({ '/a': {} }), [])
})
