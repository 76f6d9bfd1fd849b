import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import jwt from '@fastify/jwt'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import underPressure from '@fastify/under-pressure'
import fastify from 'fastify'
import { createSecurity, errorDetails, type OperationRequest, serve } from 'fastify-contract'
import t from 'tap'
import { contractIn } from './keeping.js'

// One host with the plugins that most have: they act on a contract's routes as on any.

const contract = await contractIn(`
PUT /notes/{id}:
  operationId: putNote
  security: [{ user: [] }]
  parameters:
    - { name: id, in: path, required: true, schema: { type: integer } }
    - { name: dry, in: query, schema: { type: boolean } }
  body: $Note
  200: $Note
  401: { type: object }
GET /time: { operationId: getTime, responses: { 200: { description: Now., content: { text/plain: { schema: { type: string } } } } } }
components: { securitySchemes: { user: { type: http, scheme: bearer } } }
Note: { type: object, required: [text], properties: { text: { type: string } } }`)

const handlers = {
  putNote({ body, reply }: OperationRequest & { readonly body: unknown }) {
    reply.setCookie('seen', 'yes', { httpOnly: true })
    return { status: 200, body }
  },
  getTime: () => ({ status: 200, body: 'now' }),
}

const security = createSecurity({
  user: { authenticate: (request) => request.jwtVerify<{ name: string }>() },
})

async function hostOf(isHealthy = true) {
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'H', version: '1' } } })
  await app.register(helmet)
  await app.register(cors, { origin: 'https://a.example' })
  await app.register(rateLimit, { global: false })
  await app.register(cookie)
  await app.register(jwt, { secret: 'a secret of at least 32 characters' })
  await app.register(underPressure, {
    healthCheck: async () => isHealthy,
    healthCheckInterval: 1e6,
  })
  const routeOptions = { getTime: { config: { rateLimit: { max: 2, timeWindow: 3_600_000 } } } }
  const options = { handlers, security, routeOptions, errorBody: errorDetails }
  await app.register(serve(contract as never, options as never), { prefix: '/v1' })
  await app.ready()
  return app
}

const app = await hostOf()
const token = app.jwt.sign({ name: 'Ada' })
const origin = 'https://a.example'
const put = (authorization?: string) =>
  app.inject({
    method: 'PUT',
    url: '/v1/notes/5?dry=true',
    headers: { origin, ...(authorization && { authorization }) },
    payload: { text: 'water the fern' },
  })

t.test('a request with a token of @fastify/jwt', async (t) => {
  const response = await put(`Bearer ${token}`)
  t.match(response, {
    statusCode: 200,
    headers: {
      'set-cookie': 'seen=yes; HttpOnly',
      'access-control-allow-origin': origin,
      'content-security-policy': /default-src/,
    },
  })
  t.same(response.json(), { text: 'water the fern' })
})

t.test('a refusal has the headers of the host, and the body of the contract', async (t) => {
  for (const given of [undefined, 'Bearer forged', 'Basic YTpi']) {
    t.match(await put(given), {
      statusCode: 401,
      headers: { 'www-authenticate': /^Bearer /, 'x-content-type-options': 'nosniff' },
      body: /^\{"code":4010[01],"message":"[^"]+","details":\[\]\}$/,
    })
  }
})

t.test('a preflight is answered by @fastify/cors', async (t) => {
  const headers = { origin, 'access-control-request-method': 'PUT' }
  const response = await app.inject({ method: 'OPTIONS', url: '/v1/notes/5', headers })
  t.match(response, { statusCode: 204, headers: { 'access-control-allow-origin': origin } })
})

t.test('one operation has a limit of @fastify/rate-limit', async (t) => {
  const rates = []
  for (let count = 0; count < 3; count++) rates.push(await app.inject('/v1/time'))
  t.match(rates, [
    { statusCode: 200, body: 'now', headers: { 'x-ratelimit-remaining': '1' } },
    { statusCode: 200 },
    { statusCode: 429, headers: { 'retry-after': /\d/ }, body: /"code":42900,/ },
  ])
})

t.test('@fastify/under-pressure closes the routes of an unhealthy app', async (t) => {
  const unhealthy = await hostOf(false)
  t.match(await unhealthy.inject('/v1/time'), { statusCode: 503, body: /"code":50300,/ })
})
