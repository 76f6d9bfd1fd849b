import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import t, { type Test } from 'tap'
import { main } from '#toolkit/cli/mock/command.js'
import { inFull } from '../../../helpers/made.js'
import { until } from '../../../helpers/until.js'

const SPEC = ['--spec', 'test/fixtures/contracts/plants.yaml']

/** Runs the command until it is ready: the address, what it prints, and its end. */
async function started(t: Test, ...args: readonly string[]) {
  const controller = new AbortController()
  const [lines, errors]: string[][] = [[], []]
  t.capture(console, 'log', (line: string) => void lines?.push(line))
  t.capture(console, 'error', (line: string) => void errors?.push(line))
  const done = main([...args, '--port', '0'], controller.signal)
  await until(() => lines?.length === 1)
  const end = async () => {
    controller.abort()
    t.equal(await done, 0)
  }
  const url = String(/^http.*$/m.exec(String(lines?.[0]))?.[0])
  return { lines: lines as string[], errors: errors as string[], url, end }
}

t.test('a document is served before anything is implemented', async (t) => {
  for (const [args, payload, want] of [
    [[], { id: 1, name: 'fern' }, 200],
    [[], { id: 'x' }, 400],
    [['--unimplemented'], { id: 1, name: 'fern' }, 501],
    [['--unimplemented'], { id: 'x' }, 400],
  ] as const) {
    const { lines, url, end } = await started(t, ...SPEC, ...args)
    const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
    const body = JSON.stringify(payload)
    const { status } = await fetch(`${url}/plants`, { method: 'POST', headers, body })
    t.equal(status, want)
    await end()
    t.match(lines[0], /^POST {4}\/plants\nhttp:\/\/127\.0\.0\.1:\d+\nready: 1 operation, \d+ ms$/)
  }
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

t.test('browsers, warnings, routes and requests', async (t) => {
  const operations = Array.from({ length: 45 }, (_, at) => `GET /p${at}: { operationId: o${at} }`)
  const more = 'components: { examples: { one: { externalValue: one.json } } }\nunknown: 1'
  const folder = t.testdir({ 'a.json': inFull(`${operations.join('\n')}\n${more}`) })
  const { lines, errors, url, end } = await started(t, '--spec', `${folder}/a.json`)
  t.match(lines[0], /^GET {5}\/p0\n(GET {5}\/p\d+\n){39}and 5 more operations\nhttp/)
  t.match(errors, [/a\.json:1:\d+ #\/unknown warning: /, /^`externalValue` of/])
  const origin = 'http://localhost:8080'
  const plain = await fetch(`${url}/p1`, { headers: { origin } })
  t.equal(plain.status, 204)
  t.equal(plain.headers.get('access-control-allow-origin'), origin)
  t.equal(plain.headers.get('vary'), 'Origin')
  const method = { 'access-control-request-method': 'PUT' }
  for (const [more, wanted] of [
    [{ 'access-control-request-headers': 'x-a' }, 'x-a'],
    [{}, null],
  ] as const) {
    const headers = { origin, ...method, ...more }
    const preflight = await fetch(`${url}/p1`, { method: 'OPTIONS', headers })
    t.equal(preflight.status, 204)
    t.equal(preflight.headers.get('access-control-allow-methods'), 'PUT')
    t.equal(preflight.headers.get('access-control-allow-headers'), wanted)
  }
  const direct = await fetch(`${url}/p1`)
  t.equal(direct.headers.get('access-control-allow-origin'), null)
  await end()
  t.match(lines[1], /^204 +[\d.]+ ms {2}GET \/p1$/)
})

t.test('a document that changes is served again', async (t) => {
  const folder = t.testdir({ 'a.json': inFull('GET /one: {}') })
  const file = `${folder}/a.json`
  const { lines, errors, url, end } = await started(t, '--spec', file)
  t.equal((await fetch(`${url}/one`)).status, 204)
  await writeFile(file, '{')
  await until(() => errors.length === 1)
  t.match(errors[0], /a\.json:1:.*\nthe mock stays as it was$/)
  t.equal((await fetch(`${url}/one`)).status, 204)
  await writeFile(file, inFull('GET /two: {}'))
  await until(() => lines.some((line) => line.includes('/two\n')))
  // A connection that the former server closes may fail once.
  const { status } = await fetch(`${url}/two`).catch(() => fetch(`${url}/two`))
  t.equal(status, 204, 'at the same address')
  t.equal((await fetch(`${url}/one`)).status, 404)
  await end()
})
