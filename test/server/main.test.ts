import { spawnSync } from 'node:child_process'
import t from 'tap'
import { linesOf } from './helpers.js'
import { launch } from './process.js'
import { asked } from './served.js'

const noCurl = spawnSync('curl', ['--version']).error ? 'there is no curl here' : false

t.test('a server without settings', async (t) => {
  const folder = t.testdir()
  const server = await launch(t, {}, folder)
  t.match(server.base, /^http:\/\/127\.0\.0\.1:\d+$/)
  const ask = asked(t, server)
  await ask(`
    create 2 fern -> 200 {"name":"fern"}
    create 3 moss as wrong -> 401
    GET /openapi.json -> 200 …"title": "Plant Store"…
  `)
  if (!noCurl) {
    const { stdout, stderr } = spawnSync('sh', ['-c', server.curl], { encoding: 'utf8' })
    t.same([stdout, stderr], ['{"name":"fern","tag":"shade"}', ''], server.curl)
  }
  const { code, stdout, stderr } = await server.end()
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
  await asked(t, first)('create 1 fern -> 200 {"name":"fern"}')
  t.match(await first.end('SIGKILL'), { code: null, signal: 'SIGKILL' })
  const second = await launch(t, {}, folder)
  await asked(t, second)('create 1 moss -> 409')
  await asked(t, second)('create 1 fern -> 200 {"name":"fern"}')
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
