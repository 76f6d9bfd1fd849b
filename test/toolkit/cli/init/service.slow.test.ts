import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import process from 'node:process'
import { Writable } from 'node:stream'
import t from 'tap'
import { main as generate } from '#toolkit/cli/generate/run.js'
import { runCommand } from '../../../helpers/command.js'
import { asks, talkTo } from '../../../helpers/talk.js'
import { FRESH, workshop } from './workshop.js'

const still = () => ({ signal: AbortSignal.abort(), ran() {} })

const TOKEN = 'authorization: Bearer a-token-for-tests'
const NO_TASK =
  '404 (content-type: application/problem+json; charset=utf-8) {"type":"about:blank","title":"Not Found","status":404,"detail":"Nothing is here.","code":40400}'
const TALK = `
POST /tasks (${TOKEN}) {"title":"x"} -> 201 (location: /tasks/1) {"id":1,"title":"x","done":false}
GET /tasks (${TOKEN}) -> 200 [{"id":1,"title":"x","done":false}]
PUT /tasks/1 (${TOKEN}) {"title":"y","done":true} -> 200
GET /tasks/9007199254740993 (${TOKEN}) -> ${NO_TASK}
PUT /tasks/9007199254740993 (${TOKEN}) {"title":"y","done":true} -> ${NO_TASK}
DELETE /tasks/9007199254740993 (${TOKEN}) -> ${NO_TASK}
DELETE /tasks/1 (${TOKEN}) -> 204
GET /tasks -> 401`

for (const [what, files] of [
  ['an empty folder', {}],
  ['a folder with what npm init writes', { 'package.json': FRESH }],
] as const) {
  t.test(`${what} becomes a service that compiles and answers`, async (t) => {
    const { root, init, read, compile, load } = workshop(t, files)
    t.match(await init(), { code: 0, err: [] })
    t.same(await compile(), [])
    const { buildApp } = await load('dist/src/app.js')
    const app = await buildApp({ secrets: () => ['a-token-for-tests'] })
    await asks(t, talkTo(app))(TALK)
    t.match((await app.inject('/openapi.json')).json(), { info: { title: 'Tasks' } })
    t.match(await app.inject('/docs'), { statusCode: 200, body: /swagger-ui/ })
    await app.close()
    t.match(await read('generated/contract.ts'), / by `npm run generate`\. /)
    const [spec, out] = ['spec/openapi.yaml', 'generated'].map((name) => path.join(root, name))
    const check = ['--spec', String(spec), '--out', String(out), '--check']
    t.same(await runCommand(t, () => generate(check, still)), { code: 0, out: [], err: [] })
  })
}

t.test('without its variable a secret is generated, but not in production', async (t) => {
  const { init, compile, load } = workshop(t)
  await init()
  await compile()
  const { secretsFrom } = await load('dist/src/secrets.js')
  const told: string[] = []
  const tell = (line: string) => told.push(line)
  t.same(secretsFrom({ A_TOKENS: ' one, two,' }, tell)('A_TOKENS'), ['one', 'two'])
  t.same(told, [])
  const [made] = secretsFrom({}, tell)('A_TOKENS')
  t.match(made, /^[\w-]{32}$/)
  t.same(told, [`A_TOKENS is not set; until the process ends it is ${made}`])
  t.match(secretsFrom({}, tell)('A_USERS'), [/^user:[\w-]{32}$/])
  const production = (variable: string, value: string) => () =>
    secretsFrom({ NODE_ENV: 'production', [variable]: value }, tell)(variable)
  for (const [variable, value] of [
    ['A_TOKENS', 'sesame'],
    ['A_TOKENS', 'long-enough,aaaaaaaaaaaa'],
    ['A_USERS', 'a-long-name:sesame'],
  ] as const) {
    t.throws(production(variable, value), {
      message: `${variable}: a secret needs 8 characters or more, 4 different ones among them`,
    })
  }
  t.same(production('A_USERS', 'me:long-enough')(), ['me:long-enough'])
  t.throws(() => secretsFrom({ NODE_ENV: 'production' }, tell)('A_TOKENS'), {
    message: 'A_TOKENS is not set; give it the accepted secrets, separated by commas',
  })
})

t.test('the folder is created; the working directory needs no cd', async (t) => {
  const { root, init, read } = workshop(t)
  const folder = path.join(root, 'new', 'Größe 1')
  const made = await init('--dir', folder)
  t.match(made, { code: 0, err: [] })
  t.match(made.out.join('\n'), /^next: cd '\S+\/new\/Größe 1' && npm install && npm run dev$/m)
  t.notMatch(made.out.join('\n'), 'nothing is installed')
  t.match(JSON.parse(await read('new/Größe 1/package.json')), { name: 'gr-e-1', private: true })
  await mkdir(path.join(root, '---'))
  t.chdir(path.join(root, '---'))
  const { out } = await init('--dir', '.')
  t.ok(out.includes('next: npm install && npm run dev'))
  t.match(JSON.parse(await read('---/package.json')), { name: 'service' })
})

t.test('the process reports wrong settings', async (t) => {
  const { root, init, compile, read } = workshop(t)
  const { out } = await init()
  for (const name of ['handler', 'index']) t.ok(out.includes(`+ src/handlers/${name}.ts`), name)
  t.ok(out.includes('+ src/handlers: 5 handlers, 0 of them to be written'))
  t.match(await read('.env'), /^BEARER_AUTH_TOKENS=/)
  t.same(await compile(), [])
  const run = async (env: NodeJS.ProcessEnv) => {
    const started = { cwd: root, env: { ...process.env, ...env } }
    // Without the loader of the test runner: no code of ours runs there but what is installed.
    const script = 'unset NODE_OPTIONS && exec "$0" dist/src/main.js'
    const child = spawn('sh', ['-c', script, process.execPath], { ...started, stdio: 'pipe' })
    const told: string[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        told.push(String(text))
        if (/Server listening/.test(told.join(''))) child.kill('SIGTERM')
      })
    await once(child, 'close')
    return told.join('')
  }
  for (const port of ['abc', '65536', '-1'])
    t.equal(await run({ PORT: port }), `PORT=${port}: is no port; give a number from 0 to 65535\n`)
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const line = `PORT: ${port} on 127.0.0.1 is taken; set PORT to another\n`
  t.ok((await run({ PORT: String(port) })).endsWith(line), 'in place of a stack')
  taken.close()
  t.match(await run({ PORT: '0', HOST: '' }), /Server listening at http:\/\/127\.0\.0\.1:\d+/)
  t.match(await run({ PORT: '' }), /127\.0\.0\.1:3000/)
  t.equal(
    await run({ NODE_ENV: 'production', PORT: '0' }),
    'BEARER_AUTH_TOKENS is not set; give it the accepted secrets, separated by commas\n',
    'the file for development is not read',
  )
})

t.test('a service goes on when nobody reads its log, or the disk is full', async (t) => {
  const { init, compile, load } = workshop(t)
  await init()
  await compile()
  const { loggerOf } = await load('dist/src/logger.js')
  const output = new Writable({ write() {} })
  const { stream } = await loggerOf(output)
  for (let count = 0; count < 8; count++) stream.write('x'.repeat(2 ** 23))
  t.equal(output.writableLength, 2 ** 24, 'what waits is bounded')
  t.ok(output.emit('error', new Error('ENOSPC')), 'somebody listens')
})

t.test('a contract with a path of the page has it elsewhere', async (t) => {
  const operation = { operationId: 'read', responses: { 204: { description: 'd' } } }
  const document = { info: { title: 'Own', version: '1' }, paths: { '/docs': { get: operation } } }
  const { init, compile, load } = workshop(t, {
    spec: { 'openapi.json': JSON.stringify({ openapi: '3.1.0', ...document }) },
  })
  const { out } = await init()
  t.match(out.at(-1), 'or open http://127.0.0.1:3000/contract/docs in a browser')
  t.same(await compile(), [])
  const { buildApp } = await load('dist/src/app.js')
  const app = await buildApp()
  t.match(await app.inject('/docs'), { statusCode: 501 })
  t.match(await app.inject('/contract/docs'), { statusCode: 200, body: /swagger-ui/ })
  t.match((await app.inject('/contract/openapi.json')).json(), { info: { title: 'Own' } })
  await app.close()
})
