import t from 'tap'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const contract = await contractOf(
  t,
  `
openapi: 3.1.0
info: { title: Extended, version: '1' }
paths:
  /a:
    x-audience: all
    x-cost: 1
    x-large: '${'a'.repeat(2_000)}'
    get:
      operationId: read
      x-cost: 9007199254740993
      x-limits: { '__proto__': { perMinute: 5 }, toString: [null, true] }
      x-operation: { nested: '\`\${1}\`' }
      responses: { '204': { description: Done. } }
    put:
      operationId: write
      responses: { '204': { description: Done. } }
`,
)

t.test('extensions of an operation and of its path item reach hooks', async (t) => {
  const done = () => ({ status: 204 })
  const app = await serveContract(t, contract, { handlers: { read: done, write: done } })
  const seen: unknown[] = []
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    const { operationId } = config
    const extensions = Object.entries(config).filter(([name]) => name.startsWith('x-'))
    seen.push([operationId, Object.fromEntries(extensions)])
    t.equal(config.operation?.operationId, operationId)
  })
  await app.inject('/a')
  await app.inject({ method: 'PUT', url: '/a' })
  const limits = JSON.parse('{ "__proto__": { "perMinute": 5 }, "toString": [null, true] }')
  t.strictSame(seen, [
    [
      'read',
      {
        'x-audience': 'all',
        'x-cost': 2n ** 53n + 1n,
        'x-limits': limits,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the document has it
        'x-operation': { nested: '`${1}`' },
      },
    ],
    ['write', { 'x-audience': 'all', 'x-cost': 1 }],
  ])
})
