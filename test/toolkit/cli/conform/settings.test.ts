import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import t, { type Test } from 'tap'
import { quoted } from '#toolkit/cli/arguments/arguments.js'
import { readSettings } from '#toolkit/cli/conform/settings.js'
import { rowsOf } from '../../../helpers/rows.js'
import { ROOT } from '../../../helpers/tsc.js'
import { place, target, UNHURRIED } from './target.js'

const RESPONSES =
  'responses: { 200: { description: d, content: { application/json: { schema: $Plant } } }, 401: { description: d }, default: { description: d } }'
const ID = 'parameters: [{ name: plantId, in: path, required: true, schema: { type: integer } }]'
const DOCUMENT = `
GET /plants/{plantId}: { operationId: getPlant, ${ID}, ${RESPONSES} }
PUT /plants/{plantId}: { operationId: putPlant, ${ID}, body: $Plant, ${RESPONSES} }
DELETE /plants/{plantId}: { operationId: removePlant, ${ID}, ${RESPONSES} }
Plant: { type: object, properties: { id: { type: integer } }, required: [id] }`

/** Settings, and a server that has one plant; what the settings say shows in the fewest requests, too. */
async function tried(t: Test, settings: string) {
  const { asked, url } = await target(t, '/plants/7', '{"id":7}', ['GET', 'PUT', 'DELETE'])
  const { conform, file, write } = place(t, DOCUMENT, { 'conform.yaml': settings })
  const common = ['--settings', file('conform.yaml'), '--url', url, '--depth', 'examples']
  const run = (...args: string[]) => conform(...common, ...UNHURRIED, ...args)
  const sent = (method: string, token = 'right') =>
    [...asked].filter((each) => each.startsWith(`${method} `) && each.endsWith(`Bearer ${token}`))
  return { asked, file, write, run, sent }
}

const settingsIn = (t: Test, text: string) =>
  readSettings(place(t, DOCUMENT, { 'conform.yaml': text }).file('conform.yaml'))

t.test('a file has secrets, identities and operations that are not sent', async (t) => {
  process.env.KIT_TOKEN = 'right'
  t.teardown(() => delete process.env.KIT_TOKEN)
  const { asked, run, sent } = await tried(
    t,
    `security: { bearerAuth: [{ token: $KIT_TOKEN, user: ada }, { token: other, user: bob, scopes: [plants] }] }
identities: { plantId: 7 }
forbidden: [removePlant]`,
  )
  await run()
  t.ok(sent('GET').includes('GET /plants/7 Bearer right'))
  t.not(sent('PUT').length, 0)
  const found = [...asked].filter((each) => each.startsWith('DELETE /plants/7 '))
  t.same(found, [])
  t.not(sent('GET', 'other').length, 0)
})

t.test('only safe methods are sent to a server that may not change', async (t) => {
  for (const [settings, ...flags] of [['readOnly: true'], ['{}', '--read-only']] as const) {
    const { run, sent } = await tried(t, settings)
    await run('--token', 'right', ...flags)
    t.not(sent('GET').length, 0)
    t.same([...sent('PUT'), ...sent('DELETE')], [], settings)
  }
})

t.test('hooks run before and after, and the first one gives identities', async (t) => {
  const { asked, file, write, run } = await tried(t, '')
  const note = (word: string) =>
    `node -e "fs.appendFileSync(process.argv[1], '${word} ')" ${quoted(file('log'), /^[\w./-]+$/)}`
  const hooks = { setup: `${note('begun')} && echo '{"plantId":7}'`, teardown: note('over') }
  write('conform.yaml', JSON.stringify(hooks))
  await run('--token', 'right')
  t.equal(readFileSync(file('log'), 'utf8'), 'begun over ')
  t.ok(asked.has('GET /plants/7 Bearer right'))

  const { setup, teardown } = await readSettings(file('conform.yaml'))
  t.same(await setup?.(), { plantId: 7 })
  t.equal(await teardown?.(), undefined)
  for (const printed of ['7', 'ready']) {
    const other = await settingsIn(t, JSON.stringify({ setup: `echo ${printed}` }))
    t.equal(await other.setup?.(), undefined, printed)
  }
})

t.test('a hook that fails ends the run', async (t) => {
  for (const [setup, why] of Object.entries({ 'exit 3': 'exit code 3', 'kill -9 $$': 'SIGKILL' })) {
    const { asked, run } = await tried(t, `setup: ${setup}`)
    t.match(await run(), { code: 2, err: [`setup has failed (${why}): ${setup}`] })
    t.equal(asked.size, 0)
  }
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
  const { run, sent } = await tried(t, "security: { bearerAuth: { run: 'echo right' } }")
  await run()
  t.not(sent('GET').length, 0)
})

t.test('a command that prints no secret ends the run', async (t) => {
  const { asked, run } = await tried(t, 'security: { bearerAuth: { run: cd . } }')
  t.match(await run(), { code: 2, err: ['the command for a secret has printed nothing: cd .'] })
  t.equal(asked.size, 0)
})

/** Settings, and what is wrong with them. */
const WRONG = rowsOf(String.raw`
  [] | conform\.yaml: the file must be object$
  seed: 7 | : the file has seed; there are only security, identities, forbidden, readOnly, 
  security: { a: [{ token: x, name: y }] } | : security\/a\/0 has name; there are only token, 
  security: { a: [{}] } | : security\/a\/0 must have required property 'token'; give a secret, \{ run \} or a list of \{ token, user, scopes \}$
  security: { a: 7 } | : security\/a must be string,array,object; give a secret, 
  security: { a: { token: x } } | : security\/a must have required property 'run'; give a secret, 
  security: { a: $NO_SUCH_VARIABLE } | : the variable NO_SUCH_VARIABLE of the environment is not
  forbidden: [ | conform\.yaml: .*\(\d+:\d+\)$
`)

t.test('a wrong file is told in one line', async (t) => {
  for (const [settings = '', told = ''] of WRONG)
    await t.rejects(settingsIn(t, settings), { message: new RegExp(told) }, settings)
  const message = 'no/such.yaml: cannot be read (ENOENT); correct its name'
  await t.rejects(readSettings('no/such.yaml'), { message })
})
