import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { type Contract, errors, type Refusal } from 'fastify-contract'
import t from 'tap'
import type { LazyOperation } from '#toolkit/runtime/contract/contract.js'
import { streamOf } from '#toolkit/runtime/response/streams.js'
import { lazyContract } from '../../../helpers/lazy.js'
import { recordLog } from '../../../helpers/log.js'
import { refused } from '../../../helpers/refused.js'
import { type AnyHandlers, serveContract, serveLogged } from '../../../helpers/serve-document.js'
import { checkTalk } from '../../../helpers/talk.js'
import { posting } from '../bodies/table.js'
import { contractAt, contractIn, echo } from '../keeping.js'
import { checkResults } from '../response/results.js'

/** A contract that is large enough to be loaded operation by operation. */
const names = Array.from({ length: 60 }, (_, n) => `take${n}`)
const operations = names.map((name, n) => {
  return `
POST /${name}: { operationId: ${name}, body: $Own${n}, 200: $Own${n} }
Own${n}: { type: object, properties: { shared: $Shared, own: { const: ${n} } } }`
})
const contract = await contractIn(`${operations.join('')}
Shared: { type: object, required: [id], properties: { id: $Id } }
Id: { anyOf: [{ type: integer, format: int64 }, { const: $ref }] }`)
const things = await contractIn(`
POST /give: { operationId: give, body: $Thing, 200: $Thing }
Thing: { type: object, properties: { id: { type: integer, format: int64 } } }`)
const sequences = await contractAt('sequences.yaml')
const handlers: AnyHandlers = Object.fromEntries(names.map((name) => [name, echo]))
const post = (n: number, payload: string) => posting(`/take${n}`, payload, 'application/json')

/** The same contract, telling what is loaded. */
function watched(seen: string[]): Contract<AnyHandlers> {
  const operations = contract.operations.map((operation) => {
    const { load, ...rest } = operation as LazyOperation
    const watch = async () => {
      seen.push(rest.operationId)
      return load()
    }
    return { ...rest, load: watch }
  })
  return { ...contract, operations }
}

t.test('an operation is loaded on its first request, once', async (t) => {
  const seen: string[] = []
  const app = await serveContract(t, watched(seen), { handlers })
  await app.ready()
  t.same(seen, [])
  const text = '{"shared":{"id":9223372036854775807},"own":3}'
  const answers = await Promise.all([app.inject(post(3, text)), app.inject(post(3, text))])
  for (const { body } of answers) t.equal(body, text)
  t.equal((await app.inject(post(3, '{}'))).body, '{}')
  t.same(seen, ['take3'])
})

t.test('a refused value is explained by schemas that are loaded then', async (t) => {
  const app = await serveContract(t, contract, { handlers })
  for (let again = 0; again < 2; again++) {
    const own = 'body/own must be equal to constant 1'
    await checkTalk(t, app).lines(
      `POST /take1 {"shared":{},"own":2} -> 40002 body/shared must have required property 'id'; ${own}`,
    )
  }
  await checkTalk(t, app).lines('POST /take2 {"shared":{"id":1.5}} -> 40002 body/shared/id must')
})

t.test('what writes errors has the whole operation', async (t) => {
  const errorBody = ({ operation }: Refusal) => ({ body: Object.keys(operation?.responses ?? {}) })
  const app = await serveContract(t, contract, { handlers, errorBody })
  t.same((await app.inject(post(4, '{"own":1}'))).json(), ['200'])
})

t.test('a response that breaks the contract is explained', (t) =>
  checkResults(t, contract).rows([
    [
      { status: 200, body: { own: 6 } },
      'POST /take5 {} -> 50000',
      'take5 returned status 200, but body/own must be equal to constant 5.',
    ],
  ]),
)

t.test('a response that breaks the contract and is sent is explained in the log', async (t) => {
  const { logger, lines } = recordLog()
  const wrong = { ...handlers, take5: () => ({ status: 200, body: { own: 6 } }) }
  const serving = { handlers: wrong, responses: 'log', server: { logger } } as const
  const app = await serveContract(t, contract, serving)
  t.equal((await app.inject(post(5, '{}'))).body, '{"own":6}')
  const told = () =>
    lines.filter((line) => /own must be equal to constant 5/.test(JSON.stringify(line)))
  // The explanation is loaded after the response.
  while (told().length === 0) await turn()
  t.equal(told().length, 1, 'and told once')
})

t.test('all is loaded before the app is ready with load: eager', async (t) => {
  const seen: string[] = []
  const { take0, ...others } = handlers
  const app = await serveContract(t, watched(seen), { handlers: others, load: 'eager' })
  await app.ready()
  t.same(seen, names.slice(1), 'but for what has no handler')
  t.equal((await app.inject(post(1, '{"own":2}'))).statusCode, 400)
})

t.test('a failed load is a server error, and tried again', async (t) => {
  let fails = true
  const operations = contract.operations.map((operation) => {
    const { load } = operation as LazyOperation
    const failing = () => (fails ? Promise.reject(new Error('no such file')) : load())
    return { ...(operation as LazyOperation), load: failing }
  })
  const broken = { ...contract, operations }
  const { app, lines } = await serveLogged(t, broken, { handlers })
  refused(t, await app.inject(post(0, '{}')), errors.internal)
  const failed = lines.find(({ msg }) => msg === 'request failed')
  t.match(failed, { err: { message: 'no such file' } })
  fails = false
  t.equal((await app.inject(post(0, '{}'))).statusCode, 200)
})

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
