import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import t, { type Test } from 'tap'
import {
  loadContract,
  mockApp,
  requestLine,
  routeLines,
  temporaryFolder,
} from '#toolkit/cli/mock/mock-app.js'
import { inFull } from '../../../helpers/made.js'

/** A mock of a document's file. */
async function mocked(t: Test, file: string, kinds: Partial<Parameters<typeof mockApp>[1]> = {}) {
  const loaded = await loadContract(file)
  t.teardown(loaded.remove)
  const all = { stateful: false, unimplemented: false, ...kinds }
  t.capture(console, 'log')
  const app = await mockApp(loaded, all)
  t.teardown(() => app.close())
  return { app, lines: routeLines(loaded, all) }
}

const written = (t: Test, document: string) => `${t.testdir({ 'a.json': inFull(document) })}/a.json`

t.test('members that the contract does not name are no part of what is kept', async (t) => {
  for (const stateful of [true, false]) {
    const { app } = await mocked(t, 'test/fixtures/conformance/plants.yaml', { stateful })
    const payload = { id: 7, name: 'fern', extra: 1 }
    const headers = { authorization: 'Bearer any' }
    const made = await app.inject({ method: 'POST', url: '/plants', payload, headers })
    t.equal(made.statusCode, 200)
    t.notHas(made.json(), { extra: 1 })
  }
})

t.test('the base path of the document is said, and served if it is asked for', async (t) => {
  const document = `
servers: [{ url: https://example.com/api/v1/ }]
GET /pets: { responses: { 200: { description: d } } }`
  const served = async (hasBasePath: boolean) => {
    const { app, lines } = await mocked(t, written(t, document), { hasBasePath })
    const urls = ['/pets', '/api/v1/pets']
    const responses = await Promise.all(urls.map((url) => app.inject({ url })))
    return { lines, statuses: responses.map((each) => each.statusCode) }
  }
  const advice = "at /, not below /api/v1 as the document's server; --base-path does that"
  t.same(await served(false), { lines: ['GET     /pets', advice], statuses: [200, 404] })
  t.same(await served(true), { lines: ['GET     /api/v1/pets'], statuses: [404, 200] })
})

t.test('headers for browsers take the place of those that the document describes', async (t) => {
  const header = (example: string) =>
    `{ required: true, schema: { type: string }, example: '${example}' }`
  const { app } = await mocked(
    t,
    written(
      t,
      `GET /pets: { responses: { 200: { description: d, headers: { Access-Control-Allow-Origin: ${header('https://other.example')}, Vary: ${header('Accept')}, X-A: ${header('a')}, Content-Encoding: ${header('gzip')} } } } }`,
    ),
  )
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
  const problem =
    '{ description: d, content: { application/problem+json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }'
  const { app } = await mocked(
    t,
    written(
      t,
      `GET /pets/{id}: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { 200: { description: d }, default: ${problem} } }`,
    ),
  )
  t.equal(app.initialConfig.pluginTimeout, 0, 'a huge document takes its time')
  const urls = { '/nothing': 404, '/pets/%zz': 400, '/pets/x': 400, '/pets/1': 405 }
  for (const [url, status] of Object.entries(urls)) {
    const answer = await app.inject({ method: status === 405 ? 'PUT' : 'GET', url })
    t.equal(answer.statusCode, status, url)
    t.match(answer.headers['content-type'], /^application\/problem\+json/, url)
    t.match(answer.json(), { title: /\.$/ }, url)
  }
})

const answered = { method: 'GET', url: `/${'a'.repeat(200)}`, status: 404, milliseconds: 1.26 }

t.test('a request is one row of a terminal', async (t) => {
  const row = requestLine(answered, 80)
  t.match(row, /^404 {6}1\.3 ms {2}GET \/a+…$/)
  t.equal(row.length, 80)
  t.equal(requestLine({ ...answered, url: '/a' }, 80), '404      1.3 ms  GET /a')
  t.equal(requestLine({ ...answered, url: '/a' }, 23), '404      1.3 ms  GET /a', 'it fits')
})

t.test('a file has the whole line', async (t) => {
  t.equal(requestLine(answered, undefined).length, 222)
  t.equal(requestLine(answered, 0).length, 222, 'a terminal that does not say its width')
  const found = requestLine({ ...answered, url: '/\u001b[31m' }, undefined)
  t.equal(found, '404      1.3 ms  GET / [31m')
})

t.test('a folder is removed', async (t) => {
  const before = process.listenerCount('exit')
  const [one, other] = [temporaryFolder(), temporaryFolder()]
  writeFileSync(path.join(one.folder, 'file'), '')
  one.remove()
  t.same([existsSync(one.folder), existsSync(other.folder)], [false, true])
  other.remove()
  t.equal(existsSync(other.folder), false)
  t.equal(process.listenerCount('exit'), before, 'nobody waits for the end in vain')
})

t.test('a folder is removed with its process, however that ends', async (t) => {
  const module = JSON.stringify(import.meta.resolve('#toolkit/cli/mock/mock-app.js'))
  const temporary = t.testdir()
  for (const [end, status] of [
    ['', 0],
    ['process.exit(3)', 3],
    ['throw new Error()', 1],
  ] as const) {
    const script = `
      const { temporaryFolder } = await import(${module})
      const { writeFileSync } = await import('node:fs')
      const folders = [temporaryFolder(), temporaryFolder()]
      for (const { folder } of folders) writeFileSync(folder + '/file', '')
      ${end}`
    const env = { ...process.env, TMPDIR: temporary, TEMP: temporary }
    const args = ['--input-type=module', '--eval', script]
    t.equal(spawnSync(process.execPath, args, { env }).status, status)
    t.same(readdirSync(temporary), [], end)
  }
})
