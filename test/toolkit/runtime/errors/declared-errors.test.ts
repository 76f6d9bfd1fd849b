import { errorDetails, type MakeErrorBody, problemDetails } from 'fastify-contract'
import t, { type Test } from 'tap'
import { recordLog } from '../../../helpers/log.js'
import { serveContract } from '../../../helpers/serve-document.js'
import { contractIn } from '../keeping.js'

// Errors that the runtime answers itself, in documents that declare other bodies for them.

const PROBLEM = 'application/problem+json'

const STANDARD =
  '{ type: object, required: [error, message], properties: { error: { type: integer }, message: { type: string } } }'
const TEXT = '{ type: object, required: [error], properties: { error: { type: string } } }'
const DETAILS = '{ type: object, required: [code, message, details] }'
const OTHER = `{ description: D., content: { ${PROBLEM}: { schema: { type: object, required: [type, title, status] } } } }`

/** A document whose operation `add` answers these errors. */
const documentOf = (members: string) => `
security: [{ user: [] }]
POST /things: { operationId: add, requestBody: { content: { text/plain: { schema: { type: string } } } }, ${members} }
components: { securitySchemes: { user: { type: http, scheme: bearer } } }`

async function warnings(t: Test, document: string, errorBody?: MakeErrorBody) {
  const { logger, lines } = recordLog()
  const security = { user: { authenticate: () => true } }
  const handlers = { add: () => ({ status: 204 }) }
  const options = { security, handlers, server: { logger }, ...(errorBody && { errorBody }) }
  const app = await serveContract(t, await contractIn(document), options)
  await app.ready()
  return lines.filter(({ msg }) => msg.startsWith('the document declares other bodies of errors'))
}

t.test('the start names the operations whose errors are declared otherwise', async (t) => {
  const [line, ...others] = await warnings(
    t,
    documentOf(`204: , 400: ${TEXT}, 401: ${STANDARD}, default: ${TEXT}`),
  )
  t.match(line, { level: 40, msg: /; pass `errorBody` of your own to serve$/ })
  t.same(line?.responses, { add: ['400', 'default'] })
  t.same(others, [])
})

for (const [name, document, errorBody] of [
  ['errorDetails', documentOf(`204: , 4XX: ${DETAILS}`), errorDetails],
  ['problemDetails', documentOf(`responses: { default: ${OTHER} }`), problemDetails],
] as const) {
  t.test(`a warning says that ${name} makes what the document declares`, async (t) => {
    const [line] = await warnings(t, document)
    t.match(line?.msg, `; pass \`errorBody: ${name}\` to serve`)
    t.same(await warnings(t, document, errorBody), [])
  })
}

for (const [name, document, errorBody] of [
  ['the standard body', documentOf(`204: , default: ${STANDARD}`), undefined],
  ['errors without bodies', documentOf('204: , default: '), undefined],
  ['a status of one’s own', documentOf(`204: , 400: ${TEXT}, 422: ${TEXT}`), own],
  ['a function that needs a request', documentOf(`204: , default: ${TEXT}`), needy],
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
