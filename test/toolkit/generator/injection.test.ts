import type { OperationContract } from 'fastify-contract'
import t from 'tap'
import type { JsonBody, JsonResponse } from '#toolkit/runtime/contract/media.js'
import { contractOf } from '../../helpers/serve-document.js'
import { HOSTILE } from './injection/hostile.js'
import { escaped } from './injection/rewrite.js'

/** Each tries to end its literal or comment and to run code that leaves a mark. */
const TEXTS = HOSTILE.map(({ text }) => text).filter(
  (text) => /pwned|^\\|^constructor$|script/.test(text) && text.isWellFormed(),
)

/** An operation with a text wherever one can stand. */
function operationOf(text: string, name: string): object {
  const schema = { $ref: `#/components/schemas/${name}` }
  const content = { 'application/json': { schema, example: text } }
  const described = { summary: text, description: text }
  const query = { name: text, in: 'query', schema: { type: 'string', default: text } }
  const header = { name: `X-${text}`, in: 'header', schema: { type: 'string', enum: [text] } }
  const headers = { [text]: { description: text, schema: { const: text } } }
  return {
    ...{ operationId: text, ...described, tags: [text], security: [{ [text]: [text] }] },
    parameters: [{ ...query, description: text }, header],
    requestBody: { description: text, content },
    responses: { 200: { description: text, headers, content } },
  }
}

/** A name in a reference. */
const segmentOf = (text: string) =>
  encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))

function schemaOf(text: string): object {
  const format = { type: 'string', format: text }
  const pattern = escaped(text)
  return {
    ...{ title: text, description: text, type: 'object', required: [text] },
    properties: {
      ...{ [text]: { enum: [text], description: text }, c: { const: text }, f: format },
      again: { $ref: `#/components/schemas/${segmentOf(text)}` },
    },
    patternProperties: { [pattern]: { type: 'string', pattern } },
    ...{ 'x-other': text, examples: [text] },
  }
}

t.test('no string of a document can leave its literal or comment', async (t) => {
  const each = (make: (text: string, at: number) => (readonly [string, object])[]) =>
    Object.fromEntries(TEXTS.flatMap(make))
  const document = {
    openapi: '3.1.0',
    info: { title: TEXTS[0], version: TEXTS[1], description: TEXTS[2] },
    servers: TEXTS.map((text) => ({ url: text, description: text })),
    paths: each((text, at) => [[`/${at}`, { post: operationOf(text, `A${at}`) }]]),
    components: {
      securitySchemes: each((text) => [
        [text, { type: 'http', scheme: 'bearer', description: text }],
      ]),
      schemas: each((text, at) => [
        [`A${at}`, schemaOf(text)],
        [text, schemaOf(text)],
      ]),
    },
  }
  const contract = await contractOf(t, JSON.stringify(document), { language: 'typescript' })
  t.equal((globalThis as { pwned?: unknown }).pwned, undefined)
  for (const [at, operation] of (contract.operations as OperationContract[]).entries()) {
    const text = TEXTS[at] as string
    t.equal(operation.operationId, text)
    t.equal(operation.query?.parameters[0]?.default, text)
    const body = { [text]: text, c: text }
    const given = operation.requestBody?.content['application/json'] as JsonBody
    t.same([given.validate(body), given.validate({ c: text })], [true, false], `hostile text ${at}`)
    const answer = operation.responses['200']?.['application/json'] as JsonResponse
    t.same(JSON.parse(answer.serialize(body as never)), body)
  }
})
