import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import t, { type Test } from 'tap'
import { recordLog } from '../../../helpers/log.js'
import { refused } from '../../../helpers/refused.js'
import { serveContract } from '../../../helpers/serve-document.js'
import { checkTalk } from '../../../helpers/talk.js'
import { posting } from '../bodies/table.js'
import { contractIn } from '../keeping.js'

// Hooks of a host and of a route, which see a result on its way as they see that of any route.

const contract = await contractIn(`
POST /note: { operationId: note, requestBody: { content: { application/json: { schema: $Note } } }, responses: { 200: {
  description: d, headers: { X-Made: { schema: { type: string } } }, content: { application/json: { schema: $Note } } } } }
GET /text: { operationId: text, 200: { type: string } }
GET /bytes: { operationId: bytes, responses: { 200: { description: d, content: { application/octet-stream: {} } } } }
Note: { type: object, required: [id], properties: { id: { type: integer, format: int64 }, by: { type: string } } }`)

const handlers = {
  note: ({ body }: { body: { id: bigint } }) => ({
    status: 200,
    body: { id: body.id },
    headers: { 'X-Made': 'here' },
  }),
  text: () => ({ status: 200, body: 'a "text"' }),
  bytes: () => ({ status: 200, body: Readable.from([Buffer.from('abc')]) }),
}

async function serveNotes(t: Test, hook: (app: FastifyInstance) => void, routeOptions = {}) {
  const { logger, faults } = recordLog()
  const options = { handlers, routeOptions, server: { logger } }
  const app = await serveContract(t, contract as never, options as never)
  hook(app)
  const note = (id: string) => app.inject(posting('/note', `{"id":${id}}`, 'application/json'))
  const messages = () => faults().map((line) => JSON.stringify(line))
  return { app, note, messages }
}

t.test('a preSerialization hook changes the value, which is printed exactly', async (t) => {
  const seen: unknown[] = []
  const { note } = await serveNotes(t, (app) => {
    app.addHook('preSerialization', async (_, reply, payload: object) => {
      seen.push([payload, reply.statusCode, reply.getHeader('x-made')])
      return { ...payload, by: 'a hook', unnamed: true }
    })
    app.addHook('onSend', async (_, __, text) => {
      seen.push(text)
      return text
    })
  })
  const response = await note('9007199254740993')
  const text = '{"id":9007199254740993,"by":"a hook"}'
  t.equal(response.body, text)
  t.same(seen, [[{ id: 9007199254740993n }, 200, 'here'], text])
})

t.test('what a preSerialization hook makes of a value has to keep the contract', async (t) => {
  const { note, messages } = await serveNotes(t, (app) => {
    app.addHook('preSerialization', async (_, __, data) => ({ data }))
  })
  const response = await note('1')
  refused(t, response, { error: 50000 })
  t.equal(response.headers['x-made'], undefined, 'headers of the result are not sent')
  t.match(messages(), [/note returned status 200, but body must have required property 'id'/])
})

t.test('a preSerialization hook may fail', async (t) => {
  const { note } = await serveNotes(t, (app) => {
    app.addHook('preSerialization', async () => {
      throw new Error('on purpose')
    })
  })
  refused(t, await note('1'), { error: 50000 })
})

t.test('texts, streams and errors pass preSerialization hooks unseen', async (t) => {
  const { app } = await serveNotes(t, (app) => {
    app.addHook('preSerialization', async () => 'hooked')
  })
  await checkTalk(t, app).lines(`
  GET /text -> 200 (content-type: application/json; charset=utf-8) "a \\"text\\""
  GET /bytes -> 200 abc
  POST /note "a" -> 40002`)
})

t.test('a stream is closed when an onSend hook sends something else', async (t) => {
  for (const hook of [
    async () => 'else',
    async (_: unknown, { statusCode }: FastifyReply) => {
      if (statusCode === 200) throw new Error('on purpose')
    },
  ]) {
    const stream = new Readable({ read() {} })
    const options = { handlers: { bytes: () => ({ status: 200, body: stream }) } }
    const app = await serveContract(t, contract as never, options as never)
    app.addHook('onSend', hook)
    await app.inject('/bytes')
    t.ok(stream.destroyed)
  }
})

class Piped {
  readonly id = 7n
  pipe(): never {
    throw new Error('this is no stream')
  }
}

t.test('what Fastify would send as it is keeps the contract of JSON', async (t) => {
  let body: unknown
  const app = await serveContract(t, contract as never, {
    handlers: { text: () => ({ status: 200, body }), note: () => ({ status: 200, body }) } as never,
  })
  const sent = async () => {
    const response = await app.inject({ method: 'POST', url: '/note' })
    return response.statusCode === 200 ? response.body : response.statusCode
  }
  body = Object.assign(new Error('secret'), { id: 6n })
  t.equal(await sent(), '{"id":6}')
  body = new Piped()
  t.equal(await sent(), '{"id":7}')
  for (body of [Buffer.from('secret'), new Response('secret'), Readable.from(['secret'])])
    t.equal(await sent(), 500)
})

t.test('a preValidation hook of a route changes the body before it is validated', async (t) => {
  const preValidation = async (request: { body: unknown }) => (request.body = { id: 5 })
  const { note } = await serveNotes(t, () => {}, { note: { preValidation } })
  t.equal((await note('"a"')).body, '{"id":5}')
})
