import { PassThrough, Readable } from 'node:stream'
import fastify from 'fastify'
import { errors, serve } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { contractOf, fixture, serveContract } from '../../../helpers/serve-document.js'

const { malformedContent, contractViolation, missingBody, unsupportedMediaType } = errors
const contract = await contractOf(t, await fixture('streams.yaml'))
const seen: { body: unknown; contentType?: string }[] = []
const see = (request: { body: unknown; contentType?: string }) => {
  seen.push(request)
  return { status: 200, body: '' }
}

const app = await serveContract(t, contract, { handlers: { text: see, optionalText: see } })

function send(method: 'POST' | 'PUT', type: string | undefined, payload?: string | Buffer) {
  const headers = type === undefined ? {} : { 'content-type': type }
  return app.inject({ method, url: '/text', headers, ...(payload !== undefined && { payload }) })
}

const accepted: [
  method: 'POST' | 'PUT',
  type: string | undefined,
  payload: string | Buffer | undefined,
  body: string | undefined,
  contentType?: string,
][] = [
  ['POST', 'text/plain', 'é💚', 'é💚', 'text/plain'],
  ['POST', 'Text/Plain; Charset="UTF-8"', 'é', 'é', 'text/plain'],
  ['POST', 'text/plain;charset=us-ascii', 'e', 'e', 'text/plain'],
  ['POST', 'text/plain;charset=utf8', '\ufeffa\r\n', '\ufeffa\r\n', 'text/plain'],
  ['POST', 'text/csv', 'a,b,c,d', 'a,b,c,d', 'text/csv'],
  ['POST', 'text/plain', '', '', 'text/plain'],
  ['PUT', 'text/plain', 'longer than five', 'longer than five'],
  ['PUT', 'text/plain', '', undefined],
  ['PUT', 'text/plain', undefined, undefined],
  ['PUT', 'text/html', '', undefined],
  ['PUT', undefined, undefined, undefined],
]

for (const [method, type, payload, body, contentType] of accepted) {
  t.test(`${method} accepts ${type}: ${payload}`, async (t) => {
    const response = await send(method, type, payload)
    t.equal(response.statusCode, 200, response.body)
    const request = seen.pop()
    t.strictSame(request?.body, body)
    t.equal(request?.contentType, contentType)
    t.equal(request && 'contentType' in request, contentType !== undefined)
  })
}

const failing: [
  method: 'POST' | 'PUT',
  type: string | undefined,
  payload: string | Buffer | undefined,
  row: { error: number },
  message?: RegExp,
][] = [
  ['POST', 'text/plain', Buffer.from([0xe9]), malformedContent, /: the text is not valid UTF-8\.$/],
  [
    'POST',
    'text/plain;charset=us-ascii',
    'é',
    malformedContent,
    /: the text is not valid ASCII\.$/,
  ],
  [
    'POST',
    'text/plain',
    'abcdef',
    contractViolation,
    /: body must NOT have more than 5 characters/,
  ],
  ['POST', 'text/plain;charset=iso-8859-1', 'e', unsupportedMediaType],
  ['POST', 'text/plain;charset=constructor', 'e', unsupportedMediaType],
  ['POST', undefined, undefined, missingBody],
  ['POST', undefined, 'text', unsupportedMediaType],
  ['POST', 'application/json', '""', unsupportedMediaType],
  ['PUT', 'text/html', 'a', unsupportedMediaType],
]

for (const [method, type, payload, row, message] of failing) {
  t.test(`${method} refuses ${type}: ${payload}`, async (t) => {
    const response = await send(method, type, payload)
    refused(t, response, { error: row.error, ...(message && { message }) })
    t.same(seen, [])
  })
}

const POST = 'text/plain, text/*'
const advice: [method: 'POST' | 'PUT', headers: Record<string, string>, answer: object][] = [
  ['POST', { 'content-type': 'image/png' }, { accept: POST, 'accept-post': POST }],
  ['POST', { 'content-type': 'text' }, { accept: POST, 'accept-post': POST }],
  ['PUT', { 'content-type': 'image/png' }, { accept: 'text/plain' }],
  [
    'POST',
    { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
    { 'accept-encoding': 'identity' },
  ],
]

for (const [method, headers, answer] of advice) {
  t.test(`415 says what to send instead of ${JSON.stringify(headers)}`, async (t) => {
    const response = await app.inject({ method, url: '/text', headers, payload: 'a' })
    const { accept } = answer as { readonly accept?: string }
    const remedy = accept && `: use ${accept.replace(', ', ' or ')}.`
    const message = unsupportedMediaType.message.replace('.', remedy ?? '.')
    refused(t, response, { error: unsupportedMediaType.error, message })
    const told = Object.entries(response.headers).filter(([name]) => name.startsWith('accept'))
    t.strictSame(Object.fromEntries(told), answer)
  })
}

t.test('the identity encoding is accepted', async (t) => {
  for (const encoding of ['identity', ' Identity ', '']) {
    const headers = { 'content-type': 'text/plain', 'content-encoding': encoding }
    const response = await app.inject({ method: 'POST', url: '/text', headers, payload: 'a' })
    t.equal(response.statusCode, 200, encoding)
    seen.pop()
  }
})

t.test('a hook of the host may decode the body', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  app.addHook('preParsing', async () => Readable.from(['de', 'cod']))
  await app.register(serve(contract, { handlers: { text: see }, security: {} }))
  const headers = { 'content-type': 'text/plain', 'content-encoding': 'odd' }
  const response = await app.inject({ method: 'POST', url: '/text', headers, payload: 'x' })
  t.equal(response.statusCode, 200, response.body)
  t.equal(seen.pop()?.body, 'decod')
})

t.test('a stream of the host may fail at once', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  app.addHook('preParsing', (_request, _reply, _payload, done) => {
    done(null, new PassThrough().destroy(new Error('it cannot be decoded')))
  })
  await app.register(serve(contract, { handlers: { text: see }, security: {} }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { 'content-type': 'text/plain' }
  // The first request also loads the operation.
  for (const order of ['first', 'second']) {
    const response = await fetch(`${url}/text`, { method: 'POST', headers, body: 'x' })
    t.equal(response.status, 500, order)
  }
})
