/** The hostile requests of `../shared/hostile-input`, whose runner says what answers they deserve. */

import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { bearer } from 'fastify-contract'
import t, { type Test } from 'tap'
import { plantStore } from '../../src/plugin.js'
import { memory } from '../../src/store/memory.js'
import { token } from '../server/helpers.js'
import { launch } from '../server/process.js'
import { root, runScript } from './project.js'

const FOLDER = join(root, '../shared/hostile-input')

interface Case {
  /** It is about what Node itself reads of a connection. */
  readonly needsSocket?: boolean
  readonly request: { readonly path: string; readonly rawBase64?: string }
}

/** The same request to a service whose paths have a prefix. */
function below(prefix: string, { request, ...hostile }: Case): Case {
  const moved = (target: string) => target.replace(/^(https?:\/\/[^/]*)?(?=\/)/, `$1${prefix}`)
  const raw = request.rawBase64 && Buffer.from(request.rawBase64, 'base64').toString('latin1')
  const rawMoved = raw?.replace(
    /(?<=^|\n)([A-Z]+ )(\S+)/g,
    (_, method, target) => `${method}${moved(target)}`,
  )
  const rawBase64 = rawMoved && Buffer.from(rawMoved, 'latin1').toString('base64')
  return {
    ...hostile,
    request: { ...request, path: moved(request.path), ...(rawBase64 && { rawBase64 }) },
  }
}

async function deserved(t: Test, origin: string, prefix: string, isMeant = (_: Case) => true) {
  const file = join(t.testdir(), 'cases.json')
  const cases: Case[] = JSON.parse(readFileSync(join(FOLDER, 'cases.json'), 'utf8'))
  writeFileSync(file, JSON.stringify(cases.filter(isMeant).map((each) => below(prefix, each))))
  // It looks whether it is the program that runs, and does not see through links.
  const runner = realpathSync(join(FOLDER, 'run.mjs'))
  const { stdout, stderr } = await runScript(runner, [origin, token, '--slow', '--file', file])
  const [, passed = '0', failed] = /^(\d+) passed, (\d+) failed /m.exec(stdout) ?? []
  const failures = stdout.split('\n').filter((line) => line.startsWith('FAIL'))
  t.equal(failed, '0', `${passed} pass`, { failures, stderr })
  t.equal((await fetch(`${origin}${prefix}/nothing`)).status, 404, 'it is still there')
}

t.setTimeout(600_000)

const skip = existsSync(FOLDER) ? false : 'there is no ../shared/hostile-input'

for (const basePath of ['', '/garden/v1']) {
  t.test(`the program gives the deserved answers at ${basePath}/`, { skip }, async (t) => {
    const env = { BEARER_TOKENS: token, STORE_URL: 'memory:', BASE_PATH: basePath || '/' }
    const server = await launch(t, env, t.testdir())
    await deserved(t, new URL(server.base).origin, basePath)
    const { stdout, stderr } = await server.end()
    t.notOk(`${stdout}${stderr}`.includes(token), 'the log has no token')
  })
}

t.test('a plugin gives the deserved answers in an app of somebody else', { skip }, async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  app.get('/plants', async () => 'a page')
  const security = { bearerAuth: bearer([token]) }
  await app.register(plantStore, { prefix: '/v1', store: memory(), security })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  await deserved(t, origin, '/v1', ({ needsSocket }) => needsSocket !== true)
  t.same(Object.keys(Object.prototype), [], 'nothing was added to what all objects have')
})
