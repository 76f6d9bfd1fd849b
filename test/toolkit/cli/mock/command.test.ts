import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { main } from '#toolkit/cli/mock/command.js'

const SPEC = ['--spec', 'test/fixtures/contracts/plants.yaml']

/** Runs the command until it is ready, sends a request, and ends it. */
async function ask(
  t: Test,
  args: string[],
  body: object,
): Promise<{ status: number; out: string }> {
  const controller = new AbortController()
  let tell = (_line: string) => {}
  const ready = new Promise<string>((resolve) => {
    tell = resolve
  })
  t.capture(console, 'log', tell)
  const done = main([...SPEC, ...args, '--port', '0'], controller.signal)
  const out = await ready
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
  const url = `${/^http.*$/m.exec(out)?.[0]}/plants`
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.text()
  controller.abort()
  t.equal(await done, 0)
  return { status: response.status, out }
}

t.test('a document is served before anything is implemented', async (t) => {
  const { status, out } = await ask(t, [], { id: 1, name: 'fern' })
  t.equal(status, 200)
  t.match(out, /^POST {4}\/plants\nhttp:\/\/127\.0\.0\.1:\d+\nready: 1 operation, \d+ ms$/)
})

t.test('requests are validated', async (t) => {
  t.equal((await ask(t, [], { id: 'x' })).status, 400)
})

t.test('or answered by 501', async (t) => {
  t.equal((await ask(t, ['--unimplemented'], { id: 1, name: 'fern' })).status, 501)
})

t.test('an address that is in use is reported', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const errors = t.capture(console, 'error')
  t.equal(await main([...SPEC, '--port', String(port)], new AbortController().signal), 1)
  t.match(errors.args(), [
    [/^127\.0\.0\.1:\d+: cannot be listened on \(EADDRINUSE\); name another/],
  ])
})

t.test('mock ends at once if its signal was aborted before it is ready', async (t) => {
  t.capture(console, 'log')
  t.equal(await main([...SPEC, '--port', '0'], AbortSignal.abort()), 0)
})

t.test('an unexpected error is thrown', async (t) => {
  const broken = {
    get aborted(): boolean {
      throw new TypeError('broken')
    },
  } as AbortSignal
  t.capture(console, 'log')
  await t.rejects(main([...SPEC, '--port', '0'], broken), { message: 'broken' })
})

t.test('browsers, warnings, routes and requests', async (t) => {
  const paths = Object.fromEntries(
    Array.from({ length: 45 }, (_, index) => [
      `/p${index}`,
      { get: { operationId: `o${index}`, responses: { 204: { description: 'd' } } } },
    ]),
  )
  const info = { title: 'T', version: '1' }
  const components = { examples: { one: { externalValue: 'one.json' } } }
  const folder = t.testdir({
    'a.json': JSON.stringify({ openapi: '3.1.0', info, paths, components, unknown: 1 }),
  })
  const controller = new AbortController()
  const lines: string[] = []
  let tell = (_line: string) => {}
  const ready = new Promise<string>((resolve) => {
    tell = resolve
  })
  t.capture(console, 'log', (line: string) => {
    lines.push(line)
    tell(line)
  })
  const errors = t.capture(console, 'error')
  const done = main(['--spec', `${folder}/a.json`, '--port', '0'], controller.signal)
  const out = await ready
  t.match(out, /^GET {5}\/p0\n(GET {5}\/p\d+\n){39}and 5 more operations\nhttp/)
  t.match(errors.args().flat(), [/a\.json:1:\d+ #\/unknown warning: /, /^`externalValue` of/])
  const url = `${/^http.*$/m.exec(out)?.[0]}/p1`
  const origin = 'http://localhost:8080'
  const plain = await fetch(url, { headers: { origin } })
  t.equal(plain.status, 204)
  t.equal(plain.headers.get('access-control-allow-origin'), origin)
  t.equal(plain.headers.get('vary'), 'Origin')
  const asked = {
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'x-a',
  }
  for (const more of [asked, { 'access-control-request-method': 'PUT' }]) {
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin, ...more } })
    t.equal(preflight.status, 204)
    t.equal(preflight.headers.get('access-control-allow-methods'), 'PUT')
    const wanted = 'access-control-request-headers' in more ? 'x-a' : null
    t.equal(preflight.headers.get('access-control-allow-headers'), wanted)
  }
  const direct = await fetch(url)
  t.equal(direct.headers.get('access-control-allow-origin'), null)
  controller.abort()
  t.equal(await done, 0)
  t.match(lines[1], /^204 +[\d.]+ ms {2}GET \/p1$/)
})

t.test('a document that changes is served again', async (t) => {
  const document = (name: string, more = '') =>
    `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/${name}":{"get":{"operationId":"a","responses":{"204":{"description":"d"}}}}}${more}}`
  const folder = t.testdir({ 'a.json': document('one') })
  const file = `${folder}/a.json`
  const controller = new AbortController()
  const lines: string[] = []
  t.capture(console, 'log', (line: string) => void lines.push(line))
  const errors: string[] = []
  t.capture(console, 'error', (line: string) => void errors.push(line))
  const until = async (isThere: () => boolean) => {
    for (let turn = 0; turn < 1_000 && !isThere(); turn++) await delay(10)
    t.ok(isThere())
  }
  const done = main(['--spec', file, '--port', '0'], controller.signal)
  await until(() => lines.length === 1)
  const url = /^http.*$/m.exec(String(lines[0]))?.[0]
  t.equal((await fetch(`${url}/one`)).status, 204)
  await writeFile(file, '{')
  await until(() => errors.length === 1)
  t.match(errors[0], /a\.json:1:.*\nthe mock stays as it was$/)
  t.equal((await fetch(`${url}/one`)).status, 204)
  await writeFile(file, document('two'))
  await until(() => lines.some((line) => line.includes('/two\n')))
  // A connection that the former server closes may fail once.
  const { status } = await fetch(`${url}/two`).catch(() => fetch(`${url}/two`))
  t.equal(status, 204, 'at the same address')
  t.equal((await fetch(`${url}/one`)).status, 404)
  controller.abort()
  t.equal(await done, 0)
})
