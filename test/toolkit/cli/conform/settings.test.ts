import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import process from 'node:process'
import t, { type Test } from 'tap'
import { quoted } from '#toolkit/cli/arguments/arguments.js'
import { main } from '#toolkit/cli/conform/command.js'
import { readSettings } from '#toolkit/cli/conform/settings.js'
import { runCommand } from '../../../helpers/command.js'
import { ROOT } from '../../../helpers/tsc.js'

/** Limits that no run reaches, on any machine. */
const UNHURRIED = ['--time', '3600', '--request-time', '600']

/** What the settings say shows in the fewest requests, too. */
const BRIEF = ['--depth', 'examples', ...UNHURRIED]

const plant = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
const content = { 'application/json': { schema: plant } }
const id = { name: 'plantId', in: 'path', required: true, schema: { type: 'integer' } }
const responses = {
  200: { description: 'A plant.', content },
  401: { description: 'No credential.' },
  default: { description: 'Another failure.' },
}
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Plants', version: '1.0.0' },
  security: [{ bearerAuth: [] }],
  paths: {
    '/plants/{plantId}': {
      parameters: [id],
      get: { operationId: 'getPlant', responses },
      put: { operationId: 'putPlant', requestBody: { required: true, content }, responses },
      delete: { operationId: 'removePlant', responses },
    },
  },
  components: { securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } } },
}

/** A server that has one plant, and keeps what it is asked. */
async function server(t: Test) {
  const asked = new Set<string>()
  const http = createServer((request, response) => {
    const { url = '', method, headers } = request
    asked.add(`${method} ${url} ${headers.authorization}`)
    if (headers.authorization !== 'Bearer right') {
      return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
    }
    if (url !== '/plants/7') return void response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":7}')
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    http.closeAllConnections()
    http.close()
  })
  return { asked, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
}

function filesIn(t: Test, settings: string) {
  const dir = t.testdir()
  const [spec, file] = [path.join(dir, 'openapi.json'), path.join(dir, 'conform.yaml')]
  writeFileSync(spec, JSON.stringify(DOCUMENT))
  writeFileSync(file, settings)
  return { dir, file, args: ['--spec', spec, '--settings', file] }
}

const sentBy = (asked: ReadonlySet<string>, method: string) =>
  [...asked].filter((each) => each.startsWith(`${method} `) && each.endsWith('Bearer right'))

t.test('a file has secrets, identities and operations that are not sent', async (t) => {
  const { asked, url } = await server(t)
  process.env.KIT_TOKEN = 'right'
  t.teardown(() => delete process.env.KIT_TOKEN)
  const { args } = filesIn(
    t,
    `security:
  bearerAuth:
    - { token: $KIT_TOKEN, user: ada }
    - { token: other, user: bob, scopes: [plants] }
identities: { plantId: 7 }
forbidden: [removePlant]
`,
  )
  await runCommand(t, () => main([...args, '--url', url, ...BRIEF]))
  t.ok(sentBy(asked, 'GET').includes('GET /plants/7 Bearer right'))
  t.not(sentBy(asked, 'PUT').length, 0)
  t.same(
    [...asked].filter((each) => each.startsWith('DELETE /plants/7 ')),
    [],
  )
  t.ok([...asked].some((each) => each.endsWith('Bearer other')))
})

t.test('only safe methods are sent to a server that may not change', async (t) => {
  for (const [settings, flags] of [
    ['readOnly: true', []],
    ['{}', ['--read-only']],
  ] as const) {
    const { asked, url } = await server(t)
    const { args } = filesIn(t, settings)
    const token = ['--url', url, '--token', 'right']
    await runCommand(t, () => main([...args, ...flags, ...token, ...BRIEF]))
    t.not(sentBy(asked, 'GET').length, 0)
    t.same([...sentBy(asked, 'PUT'), ...sentBy(asked, 'DELETE')], [], settings)
  }
})

t.test('hooks run before and after, and the first one gives identities', async (t) => {
  const { asked, url } = await server(t)
  const { dir, args } = filesIn(t, '')
  const log = path.join(dir, 'log')
  const write = (word: string) =>
    `node -e "fs.appendFileSync(process.argv[1], '${word} ')" ${quoted(log, /^[\w./-]+$/)}`
  const hooks = { setup: `${write('begun')} && echo '{"plantId":7}'`, teardown: write('over') }
  writeFileSync(path.join(dir, 'conform.yaml'), JSON.stringify(hooks))
  await runCommand(t, () => main([...args, '--url', url, '--token', 'right', ...BRIEF]))
  t.equal(readFileSync(log, 'utf8'), 'begun over ')
  t.ok(asked.has('GET /plants/7 Bearer right'))

  const { setup, teardown } = await readSettings(path.join(dir, 'conform.yaml'))
  t.same(await setup?.(), { plantId: 7 })
  t.equal(await teardown?.(), undefined)
  for (const printed of ['7', 'ready']) {
    writeFileSync(path.join(dir, 'conform.yaml'), JSON.stringify({ setup: `echo ${printed}` }))
    const other = await readSettings(path.join(dir, 'conform.yaml'))
    t.equal(await other.setup?.(), undefined, printed)
  }
})

t.test('a hook that fails ends the run', async (t) => {
  const { asked, url } = await server(t)
  const { args } = filesIn(t, 'setup: exit 3')
  t.match(await runCommand(t, () => main([...args, '--url', url])), {
    code: 2,
    err: ['setup has failed (exit code 3): exit 3'],
  })
  t.equal(asked.size, 0)
  const killed = filesIn(t, 'setup: kill -9 $$')
  t.match(await runCommand(t, () => main([...killed.args, '--url', url])), {
    err: ['setup has failed (SIGKILL): kill -9 $$'],
  })
})

t.test('the file in the README is one', async (t) => {
  const file = path.join(ROOT, 'test/fixtures/readme/conform.yaml')
  const variables = { ADA_TOKEN: 'a', BOB_TOKEN: 'b' }
  Object.assign(process.env, variables)
  t.teardown(() => {
    for (const name of Object.keys(variables)) delete process.env[name]
  })
  t.match(await readSettings(file), {
    owners: true,
    security: {
      bearerAuth: [
        { token: 'a', user: 'ada' },
        { token: 'b', user: 'bob' },
      ],
    },
    identities: { plantId: 7 },
    forbidden: ['DELETE /plants/{plantId}'],
  })
})

t.test('a secret may be what a command prints', async (t) => {
  const { asked, url } = await server(t)
  const { args } = filesIn(t, "security: { bearerAuth: { run: 'echo right' } }")
  await runCommand(t, () => main([...args, '--url', url, ...BRIEF]))
  t.not(sentBy(asked, 'GET').length, 0)
})

t.test('a wrong file is told in one line', async (t) => {
  const cases: [settings: string, told: RegExp][] = [
    ['[]', /conform\.yaml: the file must be object$/],
    ['seed: 7', /: the file has seed; there are only security, identities, forbidden, readOnly, /],
    [
      'security: { a: [{ token: x, name: y }] }',
      /: security\/a\/0 has name; there are only token, /,
    ],
    ['security: { a: [{}] }', /: security\/a\/0 must have required property 'token'$/],
    ['security: { a: 7 }', /: security\/a must be string,array,object$/],
    ['security: { a: { token: x } }', /: security\/a must have required property 'run'$/],
    [
      'security: { a: $NO_SUCH_VARIABLE }',
      /: the variable NO_SUCH_VARIABLE of the environment is not/,
    ],
    ['forbidden: [', /conform\.yaml: .*\(\d+:\d+\)$/],
  ]
  for (const [settings, told] of cases) {
    await t.rejects(readSettings(filesIn(t, settings).file), { message: told }, settings)
  }
  await t.rejects(readSettings('no/such.yaml'), {
    message: 'no/such.yaml: cannot be read (ENOENT)',
  })
})
