import { errorDetails, type MakeErrorBody, problemDetails } from 'fastify-contract'
import t, { type Test } from 'tap'
import { recordLog } from '../../../helpers/log.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

// Errors that the runtime answers itself, in documents that declare other bodies for them.

const PROBLEM = 'application/problem+json'

const standard =
  '{ type: object, required: [error, message], properties: { error: { type: integer }, message: { type: string } } }'
const text = '{ type: object, required: [error], properties: { error: { type: string } } }'
const details = '{ type: object, required: [code, message, details] }'
const problem = '{ type: object, required: [type, title, status] }'

const bodyOf = (schema: string, type = 'application/json') =>
  `{ description: D., content: { ${type}: { schema: ${schema} } } }`

/** A document whose operation `add` answers these errors. */
const documentOf = (...responses: readonly string[]) => `
openapi: 3.1.0
info: { title: Errors, version: '1' }
security: [{ user: [] }]
paths:
  /things:
    post:
      operationId: add
      requestBody: { content: { text/plain: { schema: { type: string } } } }
      responses: { '204': { description: Added. }, ${responses.join(', ')} }
components: { securitySchemes: { user: { type: http, scheme: bearer } } }
`

async function warnings(t: Test, document: string, errorBody?: MakeErrorBody) {
  const { logger, lines } = recordLog()
  const security = { user: { authenticate: () => true } }
  const handlers = { add: () => ({ status: 204 }) }
  const options = { security, handlers, server: { logger }, ...(errorBody && { errorBody }) }
  const app = await serveContract(t, await contractOf(t, document), options)
  await app.ready()
  return lines.filter(({ msg }) => msg.startsWith('the document declares other bodies of errors'))
}

t.test('the start names the operations whose errors are declared otherwise', async (t) => {
  const [line, ...others] = await warnings(
    t,
    documentOf(`'400': ${bodyOf(text)}`, `'401': ${bodyOf(standard)}`, `default: ${bodyOf(text)}`),
  )
  t.match(line, { level: 40, msg: /; pass `errorBody` of your own to serve$/ })
  t.same(line?.responses, { add: ['400', 'default'] })
  t.same(others, [])
})

for (const [name, document, errorBody] of [
  ['errorDetails', documentOf(`4XX: ${bodyOf(details)}`), errorDetails],
  ['problemDetails', documentOf(`default: ${bodyOf(problem, PROBLEM)}`), problemDetails],
] as const) {
  t.test(`a warning says that ${name} makes what the document declares`, async (t) => {
    const [line] = await warnings(t, document)
    t.match(line?.msg, `; pass \`errorBody: ${name}\` to serve`)
    t.same(await warnings(t, document, errorBody), [])
  })
}

for (const [name, document, errorBody] of [
  ['the standard body', documentOf(`default: ${bodyOf(standard)}`), undefined],
  ['errors without bodies', documentOf(`default: { description: D. }`), undefined],
  ['a status of one’s own', documentOf(`'400': ${bodyOf(text)}`, `'422': ${bodyOf(text)}`), own],
  ['a function that needs a request', documentOf(`default: ${bodyOf(text)}`), needy],
] as const) {
  t.test(`nothing is said about ${name}`, async (t) => {
    t.same(await warnings(t, document, errorBody), [])
  })
}

function own(): ReturnType<MakeErrorBody> {
  return { body: { error: 'wrong' }, status: 422 }
}

function needy({ request }: Parameters<MakeErrorBody>[0]): ReturnType<MakeErrorBody> {
  return { body: request.raw.headers }
}
