import { gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { type DocsOptions, docs } from 'fastify-contract/docs'
import { load } from 'js-yaml'
import t, { type Test } from 'tap'

/** An integer that a number would round, and texts that YAML has other meanings for. */
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0', description: 'a: b\n# no comment' },
  paths: {},
  'x-values': ['yes', '0x1', null, 1.5, '<<', 'long '.repeat(300)],
  'x-largest': 0,
}).replace('"x-largest":0', '"x-largest":18446744073709551615')

async function serve(
  t: Test,
  options: Partial<DocsOptions> = {},
  prefix = '/shop',
  server: FastifyServerOptions = {},
): Promise<FastifyInstance> {
  const app = fastify(server)
  t.teardown(() => app.close())
  await app.register(docs({ document, ...options }), { prefix })
  return app
}

t.test('the document is served as it is given, in JSON and in YAML', async (t) => {
  const app = await serve(t)
  const json = await app.inject('/shop/openapi.json')
  t.equal(json.headers['content-type'], 'application/json; charset=utf-8')
  t.equal(json.body, document)
  const yaml = await app.inject('/shop/openapi.yaml')
  t.equal(yaml.headers['content-type'], 'application/yaml; charset=utf-8')
  t.match(yaml.body, /^openapi: 3\.1\.0\ninfo:\n {2}title: Shop\n/)
  t.match(yaml.body, 'x-largest: 18446744073709551615\n')
  t.same(load(yaml.body), JSON.parse(document))
  t.same((await app.inject('/shop/openapi.yaml')).headers.etag, yaml.headers.etag)
})

t.test('a document without long integers, and YAML that is given', async (t) => {
  const text = '{ "swagger": "2.0", "paths": {} }'
  const made = await serve(t, { document: Buffer.from(text), page: false })
  t.equal((await made.inject('/shop/openapi.yaml')).body, "swagger: '2.0'\npaths: {}\n")
  const given = await serve(t, { yaml: '# with a comment\n' })
  t.equal((await given.inject('/shop/openapi.yaml')).body, '# with a comment\n')
})

t.test('who has the document already is told so', async (t) => {
  const app = await serve(t)
  for (const url of ['/shop/openapi.json', '/shop/openapi.yaml', '/shop/docs']) {
    const { headers } = await app.inject(url)
    const etag = String(headers.etag)
    t.match(etag, /^"[\w-]{27}"$/)
    t.match(headers, { 'cache-control': 'no-cache', vary: 'Accept-Encoding' })
    for (const known of [etag, '*', `"other", W/${etag}`]) {
      const answer = await app.inject({ url, headers: { 'if-none-match': known } })
      t.match(answer, { statusCode: 304, body: '', headers: { etag } }, `${url} ${known}`)
    }
    const other = await app.inject({ url, headers: { 'if-none-match': '"other"' } })
    t.equal(other.statusCode, 200)
    const head = await app.inject({ url, method: 'HEAD' })
    t.match(head, { statusCode: 200, body: '', headers: { etag } })
    t.equal(head.headers['content-length'], other.headers['content-length'])
    const put = await app.inject({ url, method: 'PUT' })
    t.match(put, { statusCode: 405, headers: { allow: 'GET, HEAD' } })
  }
})

t.test('who takes gzip gets it, with a tag of its own', async (t) => {
  const app = await serve(t)
  const get = (encoding: string) =>
    app.inject({ url: '/shop/openapi.json', headers: { 'accept-encoding': encoding } })
  const plain = await get('br, gzip;q=0')
  t.equal(plain.headers['content-encoding'], undefined)
  for (const encoding of ['gzip, deflate', 'br, GZIP;q=0.5']) {
    const zipped = await get(encoding)
    t.equal(zipped.headers['content-encoding'], 'gzip')
    t.equal(zipped.headers.etag, `${String(plain.headers.etag).slice(0, -1)}-gzip"`)
    t.equal(gunzipSync(zipped.rawPayload).toString(), document)
  }
  const small = await serve(t, { document: '{}', page: false })
  const headers = { 'accept-encoding': 'gzip' }
  t.equal((await small.inject({ url: '/shop/openapi.json', headers })).body, '{}')
})

t.test('what hooks of the host say of caching stays', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  app.addHook('onRequest', async (_request, reply) => void reply.header('vary', 'Origin'))
  await app.register(docs({ document, page: false }))
  t.equal((await app.inject('/openapi.json')).headers.vary, 'Origin, Accept-Encoding')
})

t.test('the page has files of its own server alone, and nothing inline', async (t) => {
  const app = await serve(t)
  const { headers, body } = await app.inject('/shop/docs')
  t.equal(headers['content-type'], 'text/html; charset=utf-8')
  const policy = String(headers['content-security-policy'])
  t.match(policy, /^default-src 'none'; .*frame-ancestors 'none'/)
  t.notMatch(policy, 'unsafe')
  t.match(headers, { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
  t.notMatch(body, /<style|<script(?![^>]* src=)|\son\w+=|style=|:\/\//)
  const links = [...body.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)]
  const types = new Map([
    ['css', /^text\/css/],
    ['js', /^text\/javascript/],
    ['png', /^image\/png$/],
  ])
  t.equal(links.length, 5)
  for (const [, link = ''] of links) {
    const { pathname } = new URL(link, 'http://localhost/shop/docs')
    const file = await app.inject(pathname)
    t.equal(file.statusCode, 200, link)
    t.match(file.headers['content-type'], types.get(pathname.split('.').at(-1) ?? ''))
    t.equal(file.headers['x-content-type-options'], 'nosniff')
    t.ok(file.rawPayload.length > 0)
  }
  t.match(body, 'data-document="openapi.json"')
})

t.test('a slash too many leads to the page, and a wrong name nowhere', async (t) => {
  for (const ignoreTrailingSlash of [false, true]) {
    const app = await serve(t, {}, '', { routerOptions: { ignoreTrailingSlash } })
    const { statusCode, headers } = await app.inject('/docs/?a=/')
    t.match([statusCode, headers.location], [308, '../docs'])
    t.equal((await app.inject('/docs?a=/')).statusCode, 200)
    t.equal((await app.inject('/docs/package.json')).statusCode, 404)
    t.equal((await app.inject('/docs/__proto__')).statusCode, 404)
    t.equal((await app.inject('/docs/..%2fdocs.ts')).statusCode, 404)
  }
})

t.test('the page is elsewhere, or nowhere', async (t) => {
  const deep = await serve(t, { page: '/for/people' })
  const { body } = await deep.inject('/shop/for/people')
  t.match(body, 'data-document="../openapi.json"')
  t.match(body, 'src="people/start.js"')
  t.equal((await deep.inject('/shop/for/people/start.js')).statusCode, 200)
  const none = await serve(t, { page: false, assets: '/nowhere' })
  t.equal((await none.inject('/shop/docs')).statusCode, 404)
  t.equal((await none.inject('/shop/openapi.json')).statusCode, 200)
})

t.test('a folder without the files prevents the start', async (t) => {
  const app = fastify()
  const registered = app.register(docs({ document, assets: '/nowhere' }))
  await t.rejects(async () => registered, { code: 'ENOENT' })
})

t.test('no document, no path of a page, and no options are refused', async (t) => {
  t.throws(() => docs(fastify() as never), { message: /read its file$/ })
  for (const given of ['generated/openapi.json', { openapi: '3.1.0' }])
    await t.rejects(serve(t, { document: given as never }), { message: /read its file$/ })
  t.throws(() => docs({ document, page: 'docs' as never }), {
    message: /begins with \/, or false$/,
  })
})

t.test('the host stays as it is', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  const hidden: unknown[] = []
  app.addHook('onRoute', ({ schema }) => void hidden.push(schema))
  const keys = ['sendFile', 'swagger', 'swaggerCSP', 'download']
  await app.register(docs({ document }), { prefix: '/one' })
  await app.register(docs({ document }), { prefix: '/two' })
  await app.ready()
  for (const key of keys) t.notOk(app.hasDecorator(key) || app.hasReplyDecorator(key), key)
  t.ok(hidden.length > 0)
  t.ok(hidden.every((schema) => (schema as { hide?: boolean }).hide === true))
  const { statusCode } = await app.inject('/nowhere')
  t.equal(statusCode, 404)
  t.equal((await app.inject('/two/docs')).statusCode, 200)
})
