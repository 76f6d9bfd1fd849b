import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import t, { type Test } from 'tap'
import { COMMANDS } from '#toolkit/cli/commands.js'
import { configured } from '#toolkit/cli/config/configured.js'
import { dispatch } from '#toolkit/cli/dispatch.js'
import { runCommand } from '../../../helpers/command.js'
import { rowsOf } from '../../../helpers/rows.js'
import { ROOT } from '../../../helpers/tsc.js'

// Without the variables of npm.
delete process.env.npm_lifecycle_event

type Files = Readonly<Record<string, string | Record<string, string>>>
const NAME = 'fastify-contract.config'

/** Goes to a project with these files until the test ends. */
function enter(t: Test, files: Files, folder = ''): void {
  const root = t.testdir({ 'package.json': '{"type":"module"}', ...files })
  process.chdir(`${root}/${folder}`)
  t.teardown(() => process.chdir(ROOT))
}

/** The arguments of a command with those of the configuration. */
function argumentsOf(name: string, ...args: readonly string[]): Promise<string[][]> {
  const command = COMMANDS.find((each) => each.name === name) as (typeof COMMANDS)[number]
  return configured(command, args)
}

const json = (value: unknown) => ({ [`${NAME}.json`]: JSON.stringify(value) })

const ENTRY = { spec: 'api.yaml', out: 'src/api', int64: 'number', only: ['a', 'b'], strict: true }

t.test('a configuration has the options of every command', async (t) => {
  enter(t, json({ ...ENTRY, stubs: true, port: 8080, basePath: true, importExtension: 'ts' }))
  t.same(await argumentsOf('generate'), [
    [
      ...['--spec=api.yaml', '--only=a', '--only=b', '--out=src/api', '--stubs', '--int64=number'],
      ...['--import-extension=ts', '--strict'],
    ],
  ])
  t.same(await argumentsOf('mock', '--host', '::1'), [
    ['--spec=api.yaml', '--only=a', '--only=b', '--port=8080', '--base-path', '--host', '::1'],
  ])
  t.same(await argumentsOf('client', 'python'), [['--spec=api.yaml', 'python']])
  t.same(await argumentsOf('conform', '--url', 'x'), [
    ['--spec=api.yaml', '--only=a', '--only=b', '--url', 'x'],
  ])
  t.same(await argumentsOf('diff', 'a.yaml', 'b.yaml'), [['a.yaml', 'b.yaml']])
  t.same(await argumentsOf('diff', 'old.yaml', 'api.yaml'), [
    ['--spec=api.yaml', '--only=a', '--only=b', 'old.yaml', 'api.yaml'],
  ])
  t.same(await argumentsOf('init'), [[]])
})

t.test('the modules of own codecs are found from the configuration', async (t) => {
  const format = ['date=Date,a=./codecs.js#a', 'b=../b.js#b', 'c=pkg/c#c']
  enter(t, { inner: json({ format }), deep: { x: '' } }, 'deep')
  t.same(await argumentsOf('generate', '--config', `../inner/${NAME}.json`), [
    [
      ...['--format=date=Date,a=./../inner/codecs.js#a', '--format=b=./../b.js#b'],
      '--format=c=pkg/c#c',
    ],
  ])
})

t.test('what is typed replaces what is configured', async (t) => {
  enter(t, json(ENTRY))
  t.same(await argumentsOf('check', '--only=c', '--int64', 'bigint'), [
    ['--spec=api.yaml', '--out=src/api', '--strict', '--only=c', '--int64', 'bigint'],
  ])
  t.same(await argumentsOf('check', '--config=none'), [[]])
  t.same(await argumentsOf('client', 'x', '--', '--config', 'y'), [
    ['--spec=api.yaml', 'x', '--', '--config', 'y'],
  ])
})

t.test('a configuration is JSON, JavaScript, TypeScript or a member of package.json', async (t) => {
  const text = `const entry = ${JSON.stringify(ENTRY)}\n`
  const forms: Files[] = [
    { [`${NAME}.js`]: `${text}export default entry` },
    { [`${NAME}.cjs`]: `${text}module.exports = entry` },
    { [`${NAME}.ts`]: `${text}export default entry satisfies object` },
    { 'package.json': JSON.stringify({ 'fastify-contract': ENTRY }) },
  ]
  for (const files of forms) {
    await t.test(Object.keys(files).join(), async (t) => {
      enter(t, files)
      t.match(await argumentsOf('client'), [['--spec=api.yaml']])
    })
  }
})

t.test(
  'paths of a configuration begin where its file is, and another file can be named',
  async (t) => {
    enter(t, { ...json(ENTRY), more: { 'x.json': '{"spec":"y.yaml"}' } }, 'more')
    t.match(await argumentsOf('client'), [['--spec=../api.yaml']])
    t.same(await argumentsOf('client', '--config', 'x.json'), [['--spec=y.yaml']])
  },
)

t.test('several contracts are several entries', async (t) => {
  const [one, other] = [
    { name: 'shop', spec: 'shop.yaml', out: 'src/shop' },
    { spec: 'admin.yaml', out: 'src/admin' },
  ]
  enter(t, json([one, other]))
  t.same(await argumentsOf('check', '--all'), [
    ['--spec=shop.yaml', '--out=src/shop', '--all'],
    ['--spec=admin.yaml', '--out=src/admin', '--all'],
  ])
  t.same(await argumentsOf('mock', '--contract', 'admin.yaml'), [['--spec=admin.yaml']])
  t.same(await argumentsOf('check', '--spec', 'shop.yaml'), [
    ['--out=src/shop', '--spec', 'shop.yaml'],
  ])
  t.same(await argumentsOf('mock', '--spec', 'x.yaml'), [['--spec', 'x.yaml']])
  await t.rejects(argumentsOf('mock'), {
    message: 'the configuration has several contracts; name one with --contract: shop, admin.yaml',
  })
  await t.rejects(argumentsOf('mock', '--contract=shops'), {
    message: '--contract shops: there is none; the configuration has: shop, admin.yaml',
  })
})

t.test('a wrong configuration is one line', async (t) => {
  // Files, of which those with an ending alone are the configuration, and what is said.
  const cases = rowsOf(`
    .json: {"specs":"a"} | ^fastify-contract\\.config\\.json:1:2 #/specs there is no option specs; did you mean spec\\?$
    .json: {"colour":"a"} | :1:2 #/colour there is no option colour; use name, entry, spec, 
    .json: [{"spec":"a"},{"strict":"x"}] | \\.json:1:16 #/1/strict strict is wrong; write true or false$
    .json: {"int64":"Number"} | :1:2 #/int64 Number: use bigint or number$
    .json: {"stubs":1} |  #/stubs stubs is wrong; write true, false or a text$
    .json: {"spec":["a"]} |  #/spec spec is wrong; write a text$
    .json: {"only":[{}]} |  #/only only is wrong; write a text, or a list of them$
    .json: "x" | :1:1 # this is no object of options, nor a list of them; write \\{ "spec": "FILE" \\}$
    .json: [{},{"name":"x"}] | :1:5 #/1/out two contracts have the same out; give each its own$
    .json: [{"out":"a"},{"out":"b"}] |  #/1/name two contracts have the same name; give each its own$
    .json: { | ^fastify-contract\\.config\\.json:1:2 # 
    .js: throw new Error("mine") | ^fastify-contract\\.config\\.js: cannot be read: mine$
    .json: {} & package.json: {"fastify-contract":{}} | ^fastify-contract\\.config\\.json: package\\.json: fastify-contract is one, too; keep one of them$
  `)
  for (const [given = '', message = ''] of cases) {
    const files = given.split(' & ').map((file) => file.split(/: (.*)/).slice(0, 2))
    const named = files.map(([name = '', text]) => [name.replace(/^\./, `${NAME}.`), text])
    await t.test(message, async (t) => {
      enter(t, Object.fromEntries(named))
      await t.rejects(argumentsOf('generate'), {
        name: 'CommandError',
        message: new RegExp(message),
      })
    })
  }
  enter(t, json({}))
  await t.rejects(argumentsOf('generate', '--config='), { message: /^--config is empty/ })
})

t.test('each contract is generated, with the script of the project in its header', async (t) => {
  const document = (title: string) =>
    JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths: {} })
  enter(t, {
    'package.json': '{"scripts":{"api":"fastify-contract generate"}}',
    ...json([
      { spec: 'a.json', out: 'a' },
      { spec: 'b.json', out: 'b' },
    ]),
    'a.json': document('A'),
    'b.json': document('B'),
  })
  t.match(await runCommand(t, () => dispatch(['generate'], COMMANDS)), { code: 0, err: [] })
  t.match(readFileSync('a/contract.ts', 'utf8'), '/* Generated from a.json by `npm run api`.')
  t.ok(existsSync('b/contract.ts'))
  t.match(await runCommand(t, () => dispatch(['check'], COMMANDS)), { code: 0, err: [] })
})

t.test(
  'a wrong configuration ends a command with its exit code for what it cannot do',
  async (t) => {
    enter(t, { [`${NAME}.json`]: '{' })
    for (const [args, want] of [
      [['check'], 1],
      [['conform', '--url', 'http://127.0.0.1'], 2],
      [['diff', 'a.yaml', 'b.yaml'], 2],
    ] as const) {
      const { code, err } = await runCommand(t, () => dispatch(args, COMMANDS))
      t.match([code, err], [want, [/fastify-contract\.config\.json:1:2 # /]], args[0])
    }
  },
)
