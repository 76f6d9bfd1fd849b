import t from 'tap'
import { yamlOf } from '../../helpers/rows.js'
import { contractIn, keeping } from './keeping.js'

const LIMITS = '{ "__proto__": { "perMinute": 5 }, "toString": [null, true] }'
const OPERATION = '{ nested: "`$\x7b1}`" }'
const contract = await contractIn(`
paths:
  /a:
    x-audience: all
    x-cost: 1
    x-large: '${'a'.repeat(2_000)}'
    get: { operationId: read, x-cost: 9007199254740993, x-limits: ${LIMITS}, x-operation: ${OPERATION} }
    put: { operationId: write }
`)

t.test('extensions of an operation and of its path item reach hooks', async (t) => {
  const { app } = await keeping(t, contract)
  const seen: unknown[] = []
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    const { operationId } = config
    const extensions = Object.entries(config).filter(([name]) => name.startsWith('x-'))
    seen.push([operationId, Object.fromEntries(extensions)])
    t.equal(config.operation?.operationId, operationId)
  })
  await app.inject('/a')
  await app.inject({ method: 'PUT', url: '/a' })
  const own = { 'x-limits': JSON.parse(LIMITS), 'x-operation': yamlOf(OPERATION) }
  t.strictSame(seen, [
    ['read', { 'x-audience': 'all', 'x-cost': 2n ** 53n + 1n, ...own }],
    ['write', { 'x-audience': 'all', 'x-cost': 1 }],
  ])
})
