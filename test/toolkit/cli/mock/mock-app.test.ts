import t from 'tap'
import { loadContract, mockApp, routeLines } from '#toolkit/cli/mock/mock-app.js'

const DOCUMENT = 'test/fixtures/conformance/plants.yaml'

t.test('members that the contract does not name are no part of what is kept', async (t) => {
  t.capture(console, 'log')
  for (const stateful of [true, false]) {
    const loaded = await loadContract(DOCUMENT)
    t.teardown(loaded.remove)
    const app = await mockApp(loaded, { stateful, unimplemented: false })
    t.teardown(() => app.close())
    const payload = { id: 7, name: 'fern', extra: 1 }
    const headers = { authorization: 'Bearer any' }
    const made = await app.inject({ method: 'POST', url: '/plants', payload, headers })
    t.equal(made.statusCode, 200)
    t.notHas(made.json(), { extra: 1 })
  }
})

t.test('the base path of the document is said, and served if it is asked for', async (t) => {
  const get = { responses: { 200: { description: 'd' } } }
  const servers = [{ url: 'https://example.com/api/v1/' }]
  const info = { title: 'T', version: '1' }
  const document = { openapi: '3.1.0', info, servers, paths: { '/pets': { get } } }
  const folder = t.testdir({ 'a.json': JSON.stringify(document) })
  const loaded = await loadContract(`${folder}/a.json`)
  t.teardown(loaded.remove)
  const served = async (hasBasePath: boolean) => {
    const kinds = { stateful: false, unimplemented: false, hasBasePath }
    const app = await mockApp(loaded, kinds)
    t.capture(console, 'log')
    t.teardown(() => app.close())
    const urls = ['/pets', '/api/v1/pets']
    const responses = await Promise.all(urls.map((url) => app.inject({ url })))
    return { lines: routeLines(loaded, kinds), statuses: responses.map((each) => each.statusCode) }
  }
  const advice = "at /, not below /api/v1 as the document's server; --base-path does that"
  t.same(await served(false), { lines: ['GET     /pets', advice], statuses: [200, 404] })
  t.same(await served(true), { lines: ['GET     /api/v1/pets'], statuses: [404, 200] })
})

t.test('headers for browsers take the place of those that the document describes', async (t) => {
  const header = (example: string) => ({ required: true, schema: { type: 'string' }, example })
  const headers = {
    'Access-Control-Allow-Origin': header('https://other.example'),
    Vary: header('Accept'),
    'X-A': header('a'),
    'Content-Encoding': header('gzip'),
  }
  const get = { responses: { 200: { description: 'd', headers } } }
  const info = { title: 'T', version: '1' }
  const document = { openapi: '3.1.0', info, paths: { '/pets': { get } } }
  const loaded = await loadContract(`${t.testdir({ 'a.json': JSON.stringify(document) })}/a.json`)
  t.teardown(loaded.remove)
  const app = await mockApp(loaded, { stateful: false, unimplemented: false })
  t.capture(console, 'log')
  t.teardown(() => app.close())
  const origin = 'http://localhost:3000'
  const { headers: given } = await app.inject({ url: '/pets', headers: { origin } })
  t.match(given, {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'x-a',
    vary: 'Accept, Origin',
    'content-encoding': undefined,
  })
  const direct = await app.inject('/pets')
  t.equal(direct.headers['access-control-allow-origin'], 'https://other.example')
})

t.test('what no operation gets is refused as the document declares it', async (t) => {
  const schema = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } }
  const problem = { description: 'd', content: { 'application/problem+json': { schema } } }
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
  const get = { parameters, responses: { 200: { description: 'd' }, default: problem } }
  const info = { title: 'T', version: '1' }
  const document = { openapi: '3.1.0', info, paths: { '/pets/{id}': { get } } }
  const loaded = await loadContract(`${t.testdir({ 'a.json': JSON.stringify(document) })}/a.json`)
  t.teardown(loaded.remove)
  const app = await mockApp(loaded, { stateful: false, unimplemented: false })
  t.equal(app.initialConfig.pluginTimeout, 0, 'a huge document takes its time')
  t.capture(console, 'log')
  t.teardown(() => app.close())
  const urls = { '/nothing': 404, '/pets/%zz': 400, '/pets/x': 400, '/pets/1': 405 }
  for (const [url, status] of Object.entries(urls)) {
    const answer = await app.inject({ method: status === 405 ? 'PUT' : 'GET', url })
    t.equal(answer.statusCode, status, url)
    t.match(answer.headers['content-type'], /^application\/problem\+json/, url)
    t.match(answer.json(), { title: /\.$/ }, url)
  }
})
