import type { OperationContract } from 'fastify-contract'
import t from 'tap'
import type { JsonBody, JsonResponse } from '#toolkit/runtime/contract/media.js'
import { contractOf } from '../../helpers/serve-document.js'

/** Each tries to end its literal or comment and to run code that leaves a mark. */
const HOSTILE = [
  `'; globalThis.hit = 1; '`,
  `"; globalThis.hit = 1; "`,
  '`; globalThis.hit = 1; `',
  ['$', '{globalThis.hit = 1}'].join(''),
  '*/ globalThis.hit = 1 /*',
  '\\',
  "\\'; globalThis.hit = 1; //",
  '\n globalThis.hit = 1 \n',
  '\r\u2028\u2029 globalThis.hit = 1',
  '</script>',
  'constructor',
  ']: globalThis.hit = 1, [',
  'require("ajv/dist/runtime/equal").default',
]

function document(text: string): unknown {
  const schema = {
    title: text,
    description: text,
    type: 'object',
    properties: {
      [text]: { enum: [text], description: text },
      c: { const: text },
      f: { type: 'string', format: text },
    },
    required: [text],
    patternProperties: { [escaped(text)]: { type: 'string', pattern: escaped(text) } },
    'x-other': text,
    examples: [text],
  }
  const content = {
    'application/json': { schema: { $ref: '#/components/schemas/A' }, example: text },
  }
  return {
    openapi: '3.1.0',
    info: { title: text, version: text, description: text },
    servers: [{ url: text, description: text }],
    paths: {
      '/x': {
        post: {
          operationId: text,
          summary: text,
          description: text,
          tags: [text],
          security: [{ [text]: [text] }],
          parameters: [
            {
              name: text,
              in: 'query',
              description: text,
              schema: { type: 'string', default: text },
            },
            { name: `X-${text}`, in: 'header', schema: { type: 'string', enum: [text] } },
          ],
          requestBody: { description: text, content },
          responses: {
            200: {
              description: text,
              headers: { [text]: { description: text, schema: { const: text } } },
              content,
            },
          },
        },
      },
    },
    components: {
      securitySchemes: { [text]: { type: 'http', scheme: 'bearer', description: text } },
      schemas: { A: schema, [text]: schema },
    },
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replaceAll('\\-', '-')
}

t.test('no string of a document can leave its literal or comment', async (t) => {
  for (const [index, text] of HOSTILE.entries()) {
    const source = JSON.stringify(document(text))
    const contract = await contractOf(t, source, { language: 'typescript' })
    t.equal((globalThis as { hit?: unknown }).hit, undefined, `hostile text ${index}`)
    const [operation] = contract.operations as OperationContract[]
    t.ok(operation?.operationId === text)
    t.ok(operation?.query?.parameters[0]?.default === text)
    const body = { [text]: text, c: text }
    const given = operation?.requestBody?.content['application/json'] as JsonBody
    t.equal(given.validate(body), true)
    t.equal(given.validate({ c: text }), false)
    const answer = operation?.responses['200']?.['application/json'] as JsonResponse
    t.same(JSON.parse(answer.serialize(body as never)), body)
  }
})
