import t from 'tap'
import { contractOf } from '../../../helpers/serve-document.js'
import { documentOf, keeping } from '../keeping.js'

const parameters = (name: string) => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
})
const contract = await contractOf(
  t,
  documentOf({
    'get /': { operationId: 'root' },
    'get /plants': { operationId: 'list' },
    'post /plants': { operationId: 'create' },
    'put /plants/mine': { operationId: 'mine' },
    'get /plants/{file}.json': { operationId: 'file', ...parameters('file') },
    'delete /plants/{id}': { operationId: 'remove', ...parameters('id') },
    'post /plants/{id}': { operationId: 'replace', ...parameters('id') },
  }),
)

/** For each path the methods that it has, where it is there. */
const PATHS: readonly [path: string, methods: string[]][] = [
  ['/', ['GET']],
  ['/plants', ['GET', 'POST']],
  // A concrete path comes first for its own methods only.
  ['/plants/mine', ['PUT', 'DELETE', 'POST']],
  ['/plants/7', ['DELETE', 'POST']],
  ['/plants/7.json', ['GET', 'DELETE', 'POST']],
  ['/Plants', []],
  ['/plants//mine', []],
]

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'] as const

for (const prefix of ['', '/', '/v1', '/v1/']) {
  t.test(`what has no route is 405 where the path has others: under "${prefix}"`, async (t) => {
    const { app } = await keeping(t, contract, { prefix, server: { exposeHeadRoutes: false } })
    for (const [path, methods] of PATHS) {
      const url = prefix.endsWith('/') ? prefix + path.slice(1) : prefix + path
      for (const method of METHODS) {
        const { statusCode, headers } = await app.inject({ method, url })
        const isServed = methods.includes(method)
        const expected = isServed ? 204 : methods.length > 0 ? 405 : 404
        const allow = expected === 405 ? methods.join(', ') : undefined
        t.same([statusCode, headers.allow], [expected, allow], `${method} ${url}`)
      }
    }
    if (prefix === '/v1') t.equal((await app.inject({ method: 'PUT', url: '/v1' })).statusCode, 405)
  })
}

t.test('a concrete path hides a template for the methods that it has', async (t) => {
  const { app } = await keeping(t, contract)
  const seen: unknown[] = []
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    seen.push(config.operationId)
  })
  await app.inject({ method: 'PUT', url: '/plants/mine' })
  await app.inject({ method: 'DELETE', url: '/plants/mine' })
  t.strictSame(seen, ['mine', 'remove'])
})

t.test('paths that are equal for the router of the host are equal', async (t) => {
  const tables: [option: string, value: boolean, url: string, status: number][] = [
    ['caseSensitive', false, '/Plants', 405],
    ['caseSensitive', true, '/Plants', 404],
    ['ignoreTrailingSlash', true, '/plants/', 405],
    ['ignoreTrailingSlash', false, '/plants/', 405],
    ['ignoreDuplicateSlashes', true, '//plants//mine', 405],
    ['ignoreDuplicateSlashes', false, '//plants//mine', 404],
    ['useSemicolonDelimiter', true, '/plants;x', 405],
    ['useSemicolonDelimiter', false, '/plants;x', 404],
  ]
  for (const [option, value, url, status] of tables) {
    const { app } = await keeping(t, contract, { server: { routerOptions: { [option]: value } } })
    const { statusCode } = await app.inject({ method: 'PATCH', url })
    t.equal(statusCode, status, `${option} ${value}`)
  }
})
