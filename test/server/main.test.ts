import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import t, { type Test } from 'tap'
import { linesOf } from './helpers.js'
import { create, fail, launch } from './process.js'

const noCurl = spawnSync('curl', ['--version']).error ? 'there is no curl here' : false

t.test('the printed command creates a plant', { skip: noCurl }, async (t) => {
  const env = { BASE_PATH: '/garden/v1', STORE_URL: 'memory:' }
  const { curl } = await launch(t, env, t.testdir())
  created(t, curl)
})

function created(t: Test, curl: string): void {
  const { stdout, stderr } = spawnSync('sh', ['-c', curl], { encoding: 'utf8' })
  t.same([stdout, stderr], ['{"name":"fern","tag":"shade"}', ''], curl)
}

t.test('a server without settings', async (t) => {
  const folder = t.testdir()
  const server = await launch(t, {}, folder)
  t.match(server.base, /^http:\/\/127\.0\.0\.1:\d+$/)
  t.same(await create(server, { id: 2, name: 'fern' }), [200, { name: 'fern' }])
  const wrong = await create({ ...server, token: 'wrong' }, { id: 3, name: 'moss' })
  t.equal(wrong[0], 401)
  const document = await fetch(`${server.base}/openapi.json`)
  t.match(await document.json(), { info: { title: 'Plant Store' } })
  if (!noCurl) created(t, server.curl)
  server.child.kill('SIGTERM')
  const { code, stdout, stderr } = await server.exit
  t.equal(code, 0)
  t.equal(stderr.split(server.token).length, 3, 'the token is printed, and it is in the command')
  t.notMatch(stdout, server.token, 'it is not in the log')
  const messages = linesOf(stdout).map(({ msg }) => msg)
  t.ok(messages.includes('request completed'))
  // Neither side by side nor in order: a request may be logged after the signal that it was under
  // way at, and pino's line before the last may still be on its way when the last is flushed.
  const stops = messages.filter((message) => /^stopp/.test(String(message)))
  t.same(stops.sort(), ['stopped', 'stopping'])
})

t.test('a 200 survives kill -9', async (t) => {
  const folder = t.testdir()
  const first = await launch(t, {}, folder)
  t.same(await create(first, { id: 1, name: 'fern' }), [200, { name: 'fern' }])
  first.child.kill('SIGKILL')
  t.match(await first.exit, { code: null, signal: 'SIGKILL' })
  const second = await launch(t, {}, folder)
  t.match(await create(second, { id: 1, name: 'moss' }), [409, { error: Number }])
  t.same(await create(second, { id: 1, name: 'fern' }), [200, { name: 'fern' }])
})

t.test('a failure that nobody handles is logged, and ends it', async (t) => {
  const bug = 'process.on("SIGUSR2", () => { throw new Error("bug") })'
  const flags = ['--import', `data:text/javascript,${bug}`]
  const { child, exit } = await launch(t, { STORE_URL: 'memory:' }, t.testdir(), flags)
  child.kill('SIGUSR2')
  const { code, stdout } = await exit
  t.equal(code, 1)
  const fatal = linesOf(stdout).filter(({ level }) => level === 60)
  t.match(fatal, [{ origin: 'uncaughtException', err: { message: 'bug' } }])
  t.equal(fatal.length, 1)
})

t.test('reasons why it does not start are lines without a stack', async (t) => {
  const folder = t.testdir({ file: 'not a folder' })
  const taken = createServer().listen(0, '127.0.0.1')
  t.teardown(() => taken.close())
  await new Promise((resolve) => taken.on('listening', resolve))
  const port = String((taken.address() as { port: number }).port)
  const table: [env: NodeJS.ProcessEnv, ...lines: RegExp[]][] = [
    [
      { STORE_URL: 'memory:', PORT: port },
      /^PORT: \d+ on 127\.0\.0\.1 is taken; set PORT to another/,
    ],
    [{ STORE_URL: 'sqlite:file/plants.db' }, /^STORE_URL: ./],
    [{ STORE_URL: 'mysql://me:secret@host' }, /^STORE_URL: ./],
    [{ WORKERS: '2', PORT: port }, /^PORT: \d+ on 127\.0\.0\.1 is taken; set PORT to another/],
    [{ WORKERS: '2', STORE_URL: 'sqlite:file/plants.db' }, /^STORE_URL: ./],
    [
      { WORKERS: '2', STORE_URL: 'memory:' },
      /^WORKERS: 2 processes cannot share a store in memory; remove it, or/,
    ],
    [
      { LOG_LEVEL: 'loud', PORT: 'x', BEARER_TOKEN: 'secret' },
      /^BEARER_TOKEN: is not a setting; rename it to BEARER_TOKENS or/,
      /^PORT: "x" is not/,
      /^LOG_LEVEL: "loud" is not one of/,
    ],
  ]
  for (const [env, ...lines] of table) {
    const { code, stdout, stderr } = await fail(t, env, folder)
    t.same([code, stdout], [1, ''], JSON.stringify(env))
    const printed = stderr.trimEnd().split('\n')
    t.equal(printed.length, lines.length, stderr)
    for (const [index, line] of lines.entries()) {
      t.match(printed[index]?.replace(/^plant-store: /, ''), line)
    }
    t.notMatch(stderr, 'secret')
  }
})
