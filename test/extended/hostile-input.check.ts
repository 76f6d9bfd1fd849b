import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { bearer } from 'fastify-contract'
import t, { type Test } from 'tap'
import { plantStore } from '../../src/plugin.js'
import { buildApp } from '../../src/server/app.js'
import { memory } from '../../src/store/memory.js'
import { testConfig, token } from '../server/helpers.js'
import { launch } from '../server/process.js'
import { areThere, below, type Case, loadRunner, readCases, runner } from './hostile/cases.js'
import { runScript } from './project.js'

const ways: [name: string, check: (t: Test) => Promise<void>][] = [
  ['to the program', (t) => throughSockets(t, '')],
  ['to the program under a base path', (t) => throughSockets(t, '/garden/v1')],
  ['without a connection', async (t) => withoutSockets(t, await ownApp(), '')],
  ['to a host without a connection', async (t) => withoutSockets(t, await hostApp('/v1'), '/v1')],
]

// They wait more than they work.
t.test('hostile requests get the answers that they deserve', { jobs: ways.length }, (t) => {
  for (const [name, check] of ways) {
    t.test(name, async (t) => {
      if (areThere) await check(t)
      else t.pass('hostile requests', { skip: 'there is no ../shared/hostile-input' })
    })
  }
  t.end()
})

async function throughSockets(t: Test, basePath: string): Promise<void> {
  const folder = t.testdir({})
  const env = { BEARER_TOKENS: token, STORE_URL: 'sqlite:plants.db', BASE_PATH: basePath || '/' }
  const server = await launch(t, env, folder)
  const file = join(folder, 'cases.json')
  writeFileSync(file, JSON.stringify(readCases().map((each) => below(basePath, each))))
  const { origin } = new URL(server.base)
  const { stdout, stderr } = await runScript(runner(), [origin, token, '--slow', '--file', file])
  const [, passed = '0', failed] = /^(\d+) passed, (\d+) failed /m.exec(stdout) ?? []
  const failures = stdout.split('\n').filter((line) => line.startsWith('FAIL'))
  t.equal(failed, '0', `${passed} pass`, { failures, stderr })
  t.equal((await fetch(`${server.base}/openapi.json`)).status, 200, 'it is still there')
  server.child.kill('SIGTERM')
  const log = await server.exit
  t.notOk(`${log.stdout}${log.stderr}`.includes(token), 'the log has no token')
}

function ownApp(): Promise<FastifyInstance> {
  return buildApp({ config: testConfig(), store: memory() })
}

/** An app of somebody else, with everything as Fastify has it, and routes of its own. */
async function hostApp(prefix: string): Promise<FastifyInstance> {
  const app = fastify()
  app.get('/plants', async () => 'a page')
  const security = { bearerAuth: bearer([token]) }
  await app.register(plantStore, { prefix, store: memory(), security })
  return app
}

async function withoutSockets(t: Test, app: FastifyInstance, prefix: string): Promise<void> {
  const { expand, judge } = await loadRunner()
  t.teardown(() => app.close())
  const variables = { TOKEN: token, TOKEN_TRUNC: token.slice(0, -1), HOST: 'localhost' }
  const headersOf = ({ auth, request }: Case) => {
    const given = Object.entries(request.headers).map(([name, value]) => {
      const texts = [value].flat().map((text) => expand(text, variables))
      return [name.toLowerCase(), texts.length === 1 ? (texts[0] as string) : texts] as const
    })
    const valid = auth === 'valid' ? { authorization: `Bearer ${token}` } : {}
    return { host: variables.HOST, ...valid, ...Object.fromEntries(given) }
  }
  const cases = readCases().filter(({ needsSocket }) => !needsSocket)
  for (const hostile of cases.map((each) => below(prefix, each))) {
    const { method, path, body, bodyBase64 } = hostile.request
    const text = body === undefined ? undefined : expand(body, variables)
    const payload = bodyBase64 === undefined ? text : Buffer.from(bodyBase64, 'base64')
    const response = await app.inject({
      method: method as 'POST',
      url: expand(path, variables),
      headers: headersOf(hostile),
      ...(payload !== undefined && { payload }),
    })
    const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
    const { statusCode: status, rawPayload } = response
    const answer = { status, headers: Object.fromEntries(headers), body: rawPayload }
    t.same(judge(hostile, answer, variables), [], `${hostile.id}: ${status}`)
  }
  t.same(Object.keys(Object.prototype), [], 'nothing was added to what all objects have')
}
