import t from 'tap'
import { rowsOf, yamlOf } from '../../helpers/rows.js'
import { contractOf } from '../../helpers/serve-document.js'
import { documentOf, keeping } from './keeping.js'

/** Path templates that stand in real documents, and are served side by side. */
const templates = [
  '/',
  '/v1/{resource}',
  '/v1/{resource}:getIamPolicy',
  '/v1/{resource}:setIamPolicy',
  '/pets:validate',
  '/pets/{petId}',
  "/x('{key}')",
  "/ds('{a}')/y('{b}')",
  '/thumb.{ext}',
  '/articles{ext}',
  '/two/{a}:{b}',
  '/foo/{foo}1234{bar}-{baz}!{kek}',
  '/token#refresh',
  '/rides?page={page}&per_page={per_page}',
  '/d/{user-id}/x',
  '/d2/{truck.id}',
  '/files/{a}.json',
  '/files/{a}.xml',
  '/files/{a}',
  '/sp ace/{x}',
  '/pct%20/{x}',
  '/bad%/{x}',
  '/ü/{ß}',
  '/a/b/',
  '/a/b',
  '/star/*/{literal2_0}',
  '/date/{y}-{m}-{d}',
  '/api/v{api-version}/no+tag',
  '/(a)/{b}',
  '/colon/{a}:x/{b}:y',
  '/{base}/compare/{a}...{b}',
  '/{a}{b}/side',
  '/#Action=One',
  '/#Action=Two',
  '/query?x=1',
  '/query?x=2',
  '/par(t)*;v=1,2/{a};{b}%25',
  '/three/{a}--{b}.{c}/{d}',
  '/call()/{a}(1)',
  '/odd#once%25twice',
]

function namesIn(template: string): string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name as string)
}

/** A document of operations with GET, named and with the parameters that their templates have. */
function getting(operations: Record<string, string>): string {
  const entries = Object.entries(operations).map(([template, operationId]) => {
    const parameters = namesIn(template).map((name) => {
      return { name, in: 'path', required: true, schema: { type: 'string' } }
    })
    return [`get ${template}`, { operationId, parameters }]
  })
  return documentOf(Object.fromEntries(entries))
}

const numbered = (paths: readonly string[]) =>
  getting(Object.fromEntries(paths.map((path, index) => [path, `o${index}`])))

t.test('each template is reached, its parameters under their own names', async (t) => {
  const { app, kept } = await keeping(t, numbered(templates))
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    reply.header('x-operation', routeOptions.config.operationId)
  })
  for (const [at, template] of templates.entries()) {
    const names = namesIn(template)
    const values = names.map((_, index) => String.fromCharCode(65 + index).repeat(5))
    let index = 0
    const url = template.replace(/\{[^{}]+\}/g, () => values[index++] as string)
    const encoded = url
      .replace(/%(?!2[05])/g, '%25')
      .replaceAll('#', '%23')
      .replaceAll(' ', '%20')
    const { statusCode, headers } = await app.inject(encoded)
    t.same([statusCode, headers['x-operation']], [204, `o${at}`], url)
    const { params, query } = kept.pop() ?? {}
    const want = Object.fromEntries(names.map((name, index) => [name, values[index]]))
    // Nothing says where one ends and the next begins: the first takes as little as it can.
    const sideBySide = template === '/{a}{b}/side' && { a: 'A', b: 'AAAABBBBB' }
    t.same(params ?? query ?? {}, sideBySide || want, template)
  }
})

t.test('queries of templates are told apart', async (t) => {
  const document = getting({
    '/a': 'none',
    '/a?x=1': 'one',
    '/a?x=1&y=2': 'two',
    '/a?flag': 'flag',
    '/a/{id}?x=1': 'inside',
    '/b?x=%C3%BC%20': 'encoded',
    '/b?list={list}': 'list',
    '/c?x={id}': 'renamed',
  })
  const cases = rowsOf(`
  /a | 204 none
  /a?y=2 | 204 none
  /a?x=1 | 204 one
  /a?z&x=0&x=1 | 204 one
  /a?y=2&x=1 | 204 two
  /a?flag= | 204 flag
  /a/7?x=1 | 204 inside | {id: '7'}
  /a/7 | 404
  /b?x=%c3%BC+ | 204 encoded
  /b?list=7 | 204 list | {list: '7'}
  /b | 404
  /c?x=1 | 501
  /a?x=1&other | 204 one
`)
  const contract = await contractOf(t, document)
  const { app, kept } = await keeping(t, contract)
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    reply.header('x-operation', routeOptions.config.operationId)
  })
  for (const [url = '', want = '', parameters] of cases) {
    const { statusCode, headers } = await app.inject(url)
    const found = statusCode === 204 ? `204 ${headers['x-operation']}` : `${statusCode}`
    t.equal(found, want, url)
    const { params, query } = kept.pop() ?? {}
    t.same(params ?? query, parameters && yamlOf(parameters), url)
  }
  const { app: strict } = await keeping(t, contract, { unknownQuery: 'refuse' })
  t.equal((await strict.inject('/a?x=1')).statusCode, 204)
  t.equal((await strict.inject('/a?x=1&other')).statusCode, 400)
})

t.test('a router has room for some queries of one path', async (t) => {
  const { app } = await keeping(t, numbered(Array.from({ length: 40 }, (_, at) => `/a?x=${at}`)))
  t.equal((await app.inject('/a?x=29')).statusCode, 204)
  t.equal((await app.inject('/a?x=39')).statusCode, 404)
})

t.test('encoded delimiters of a path are no delimiters', async (t) => {
  const { app, kept } = await keeping(t, numbered(['/a%2Fb', '/x%3Ay%2Bz', '/{id}%2Fend', '/%2F']))
  const statusOf = async (url: string) => (await app.inject(url)).statusCode
  for (const url of ['/a%2Fb', '/a%2fb', '/x%3Ay%2Bz', '/x:y+z', '/%2F', '/7%2Fend']) {
    t.equal(await statusOf(url), 204, url)
  }
  t.same(kept.pop(), { params: { id: '7' } })
  for (const url of ['/a/b', '/7/end', '//', '/x%3Ay-z']) t.equal(await statusOf(url), 404, url)
})

t.test('unsupported operations answer 501, and of equal paths the first is served', async (t) => {
  const parameter = (name: string) => {
    return { parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }] }
  }
  const requestBody = { content: { 'multipart/mixed': { schema: { type: 'object' } } } }
  const document = documentOf({
    'get /a/{x}': { operationId: 'first', ...parameter('x') },
    'get /a/{y}': { operationId: 'second', ...parameter('y') },
    'put /a/{y}': { operationId: 'third', ...parameter('y'), requestBody },
  })
  const { app, kept } = await keeping(t, document)
  t.equal((await app.inject('/a/1')).statusCode, 204)
  t.same(kept, [{ params: { x: '1' } }])
  t.equal((await app.inject({ method: 'PUT', url: '/a/1' })).statusCode, 501)
  t.equal((await app.inject({ method: 'POST', url: '/a/1' })).statusCode, 405)
})

t.test('a long value that fits a template nearly is refused', async (t) => {
  const server = { routerOptions: { maxParamLength: 100_000 } }
  const { app } = await keeping(t, numbered(['/s/{a}x{b}xy{c}-{d}.{e}!{f}{g}z']), { server })
  t.equal((await app.inject('/s/1x2xy3-4.5!67z')).statusCode, 204)
  for (const text of ['x', 'xy', 'x-.!', '1x2xy3-4.5!6']) {
    t.equal((await app.inject(`/s/1x2xy3-4.5!${text.repeat(15_000)}`)).statusCode, 404)
    t.equal((await app.inject(`/s/${text.repeat(15_000)}`)).statusCode, 404)
  }
})
