import { once } from 'node:events'
import t from 'tap'
import { streamOf } from '#toolkit/runtime/response/streams.js'
import { lazyContract } from '../../../helpers/lazy.js'
import { type AnyHandlers, serveLogged } from '../../../helpers/serve-document.js'
import { checkTalk } from '../../../helpers/talk.js'
import { contractAt, contractIn } from '../keeping.js'

const things = await contractIn(`
POST /give: { operationId: give, body: $Thing, 200: $Thing }
Thing: { type: object, properties: { id: { type: integer, format: int64 } } }`)
const sequences = await contractAt('sequences.yaml')

const echo = ({ body }: { body: unknown }) => ({ status: 200, body })

t.test('an operation whose schemas cannot be loaded is loaded with the next request', async (t) => {
  let fails = true
  const load = async () => {
    if (fails) throw new Error('no such file')
  }
  const { schemas } = lazyContract(things, load)
  const handlers = { give: echo }
  const { app, faults } = await serveLogged(t, { ...things, schemas }, { handlers })
  await checkTalk(t, app).lines('POST /give {} -> 50000')
  t.match(faults(), [{ err: { message: 'no such file' } }])
  fails = false
  await checkTalk(t, app).lines('POST /give {"id":"x"} -> 40002')
})

t.test('the first request to an operation reads and writes sequences', async (t) => {
  const seen: unknown[] = []
  const handlers: AnyHandlers = {
    items: async ({ body }: { body: AsyncIterable<unknown> }) => {
      for await (const item of body) seen.push(item)
      return { status: 200, body: [] }
    },
    list: () => ({ status: 200, body: [{ n: 1n }, { n: 9007199254740993n }] }),
  }
  const { app, faults } = await serveLogged(t, lazyContract(sequences), { handlers })
  const payload = '{"n":1}\n{"n":9007199254740993}\n'
  const headers = { 'content-type': 'application/jsonl' }
  t.equal((await app.inject({ method: 'POST', url: '/items', payload, headers })).statusCode, 200)
  t.same(seen, [{ n: 1n }, { n: 9007199254740993n }])
  t.equal((await app.inject('/items')).body, payload)
  t.same(faults(), [])
})

t.test('a stream that ends while an item is prepared sends no more', async (t) => {
  const stream = streamOf(['a', 'b'], (item) => {
    stream.destroy()
    return item
  })
  stream.on('data', () => t.fail('sent'))
  await once(stream, 'close')
  t.equal(stream.errored, null)
})
