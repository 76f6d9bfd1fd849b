import t from 'tap'
import { serveContract } from '../../../helpers/serve-document.js'
import { contractIn } from '../keeping.js'

const contract = await contractIn(`
POST /texts: { operationId: write, x-team: writers, requestBody: { content: { text/plain: { schema: { type: string } } } } }
GET /texts: { operationId: read }`)

const handlers = { write: () => ({ status: 204 }), read: () => ({ status: 204 }) }
const text = { 'content-type': 'text/plain' }
const write = { method: 'POST', url: '/texts', payload: 'four', headers: text } as const

t.test('an operation has options of Fastify', async (t) => {
  const steps: unknown[] = []
  const routeOptions = {
    write: {
      bodyLimit: 3,
      config: { team: 'mine', operationId: 'not this' },
      async onRequest() {
        steps.push('onRequest')
      },
    },
    read: {
      onRequest: [async () => void steps.push('first'), async () => void steps.push('second')],
      async preHandler() {
        steps.push('preHandler')
      },
    },
  }
  const app = await serveContract(t, contract, { handlers, routeOptions })
  app.addHook('onResponse', async ({ routeOptions: { config } }) => {
    steps.push([config.operationId, config['x-team'], 'team' in config && config.team])
  })
  t.equal((await app.inject(write)).statusCode, 413)
  t.same(steps, ['onRequest', ['write', 'writers', 'mine']])
  steps.length = 0
  t.equal((await app.inject('/texts')).statusCode, 204)
  t.same(steps, ['first', 'second', 'preHandler', ['read', undefined, false]])
})

t.test('a function makes the options of each operation', async (t) => {
  const routeOptions = ({ method }: { readonly method: string }) =>
    method === 'POST' ? { bodyLimit: 3 } : undefined
  const app = await serveContract(t, contract, { handlers, routeOptions })
  t.equal((await app.inject(write)).statusCode, 413)
  t.equal((await app.inject('/texts')).statusCode, 204)
})
