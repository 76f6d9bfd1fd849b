import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OperationContract } from 'fastify-contract'
import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import type { JsonBody, JsonResponse } from '#toolkit/runtime/contract/media.js'
import { contractOf } from '../../helpers/serve-document.js'
import { codeFolder, compile, writeFiles } from '../../helpers/tsc.js'
import { HOSTILE } from './injection/hostile.js'
import { escaped } from './injection/rewrite.js'

/** Each tries to end its literal or comment and to run code that leaves a mark. */
const TEXTS = HOSTILE.filter(
  (text) => /pwned|^\\|^constructor$|script/.test(text) && text.isWellFormed(),
)

/** Members that every object has, and words that are some of the language in lower case. */
const NAMES = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'NULL', 'NEW']

/** An operation with a text wherever one can stand. */
function operationOf(text: string, name: string): object {
  const schema = { $ref: `#/components/schemas/${name}` }
  const content = { 'application/json': { schema, example: text } }
  const described = { summary: text, description: text }
  const query = { name: text, in: 'query', schema: { type: 'string', default: text } }
  const header = { name: `X-${text}`, in: 'header', schema: { type: 'string', enum: [text] } }
  const cookie = { name: text, in: 'cookie', schema: { type: 'integer' } }
  const shared = { $ref: `#/components/parameters/${segmentOf(text)}` }
  const headers = { [text]: { description: text, schema: { const: text } } }
  const member = (schema: object) => ({
    schema: { type: 'object', required: [text], properties: { [text]: schema } },
  })
  const encoding = { [text]: { contentType: 'image/png' } }
  const forms = {
    'application/x-www-form-urlencoded': member({ type: 'integer', format: 'int64' }),
    'multipart/form-data': { ...member({ type: 'string', format: 'binary' }), encoding },
  }
  const told = { post: { responses: { 204: { description: text } } } }
  return {
    ...{ operationId: text, ...described, tags: [text], security: [{ [text]: [text] }] },
    parameters: [{ ...query, description: text }, header, cookie, shared],
    requestBody: { description: text, content: { ...content, ...forms } },
    responses: {
      200: { description: text, headers, content },
      400: { $ref: `#/components/responses/${segmentOf(text)}` },
    },
    callbacks: { [text]: { '{$request.body#/x}': told } },
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
    ...{
      dependentRequired: { [text]: [text] },
      dependentSchemas: { [text]: { minProperties: 1 } },
    },
    ...{ 'x-other': text, examples: [text] },
  }
}

/** A document with each of these texts wherever one can stand, and with more operations. */
function documentOf(texts: readonly string[], more = 0): string {
  const each = (make: (text: string, at: number) => (readonly [string, object])[]) =>
    Object.fromEntries(texts.flatMap(make))
  const plain = { get: { responses: { 204: { description: 'd' } } } }
  const others = Array.from({ length: more }, (_, at) => [`/more${at}`, plain])
  const kind = { type: 'object', required: ['k'], properties: { k: { type: 'string' } } }
  const refs = ['Two', 'Three'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const mapping = Object.fromEntries(texts.map((text) => [text, '#/components/schemas/Two']))
  const body = (text: string) => ({
    'application/json': { schema: { properties: { [text]: {} } } },
  })
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: texts[0], version: texts[1], description: texts[2] },
    servers: texts.map((text) => ({ url: text, description: text })),
    paths: {
      ...each((text, at) => [[`/${at}`, { post: operationOf(text, `A${at}`) }]]),
      ...Object.fromEntries(others),
    },
    components: {
      securitySchemes: each((text) => [
        [text, { type: 'http', scheme: 'bearer', description: text }],
      ]),
      parameters: each((text) => [[text, { name: 'x', in: 'query', schema: { type: 'string' } }]]),
      responses: each((text) => [[text, { description: text, content: body(text) }]]),
      schemas: {
        ...each((text, at) => [
          [`A${at}`, schemaOf(text)],
          [text, schemaOf(text)],
        ]),
        ...{ One: { oneOf: refs, discriminator: { propertyName: 'k', mapping } } },
        ...{ Two: kind, Three: kind },
      },
    },
  })
}

t.test('no string of a document can leave its literal or comment', async (t) => {
  const contract = await contractOf(t, documentOf(TEXTS), { language: 'typescript' })
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

// With the others the operations are loaded one by one.
for (const more of [0, 50]) {
  t.test(`names of members that every object has name anything, beside ${more}`, async (t) => {
    const folder = codeFolder(t)
    const { files } = generateFrom(parse('a.json', documentOf(NAMES, more)))
    await writeFiles(folder, files)
    t.same(await compile(folder), [])
    const { contract } = await import(pathToFileURL(path.join(folder, 'contract.js')).href)
    t.equal(contract.operations.length, NAMES.length + more)
    for (const operation of contract.operations) {
      t.equal('load' in operation, more > 0)
      t.ok(('load' in operation ? await operation.load() : operation).responses)
    }
  })
}
