import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import t, { type Test } from 'tap'
import { COMMANDS } from '#toolkit/cli/commands.js'
import { configured } from '#toolkit/cli/config/configured.js'
import { dispatch } from '#toolkit/cli/dispatch.js'
import { runCommand } from '../../../helpers/command.js'
import { inFull } from '../../../helpers/made.js'
import { rowsOf } from '../../../helpers/rows.js'

// Without the variables of npm.
delete process.env.npm_lifecycle_event

type Files = Readonly<Record<string, string | Record<string, string>>>
const NAME = 'fastify-contract.config.json'

/** Goes to a project with these files until the test ends. */
function enter(t: Test, files: Files, folder = ''): void {
  const root = t.testdir({ 'package.json': '{"type":"module"}', ...files })
  t.chdir(`${root}/${folder}`)
}

/** The arguments of a command with those of the configuration: a line for each contract. */
async function argumentsOf(line: string): Promise<string> {
  const [name, ...args] = line.split(' ')
  const command = COMMANDS.find((each) => each.name === name) as (typeof COMMANDS)[number]
  return (await configured(command, args)).map((each) => each.join(' ')).join(' & ')
}

const json = (value: unknown) => ({ [NAME]: JSON.stringify(value) })

const ENTRY = { spec: 'api.yaml', out: 'src/api', int64: 'number', only: ['a', 'b'], strict: true }
const TWO = [
  { name: 'shop', spec: 'shop.yaml', out: 'src/shop' },
  { spec: 'admin.yaml', out: 'src/admin' },
]

/** Configurations, and what becomes of command lines; & is between those of several contracts. */
const CONFIGURED: Record<string, [configuration: unknown, rows: string]> = {
  'a configuration has the options of every command': [
    { ...ENTRY, stubs: true, port: 8080, basePath: true, importExtension: 'ts' },
    `
    generate | --spec=api.yaml --only=a --only=b --out=src/api --stubs --int64=number --import-extension=ts --strict
    mock --host ::1 | --spec=api.yaml --only=a --only=b --port=8080 --base-path --host ::1
    client python | --spec=api.yaml python
    conform --url x | --spec=api.yaml --only=a --only=b --url x
    diff a.yaml b.yaml | a.yaml b.yaml
    diff old.yaml api.yaml | --spec=api.yaml --only=a --only=b old.yaml api.yaml
    init |`,
  ],
  'what is typed replaces what is configured': [
    ENTRY,
    `
    check --only=c --int64 bigint | --spec=api.yaml --out=src/api --strict --only=c --int64 bigint
    check --config=none |
    client x -- --config y | --spec=api.yaml x -- --config y`,
  ],
  'several contracts are several entries': [
    TWO,
    `
    check --all | --spec=shop.yaml --out=src/shop --all & --spec=admin.yaml --out=src/admin --all
    mock --contract admin.yaml | --spec=admin.yaml
    check --spec shop.yaml | --out=src/shop --spec shop.yaml
    mock --spec x.yaml | --spec x.yaml`,
  ],
}

for (const [name, [configuration, rows]] of Object.entries(CONFIGURED)) {
  t.test(name, async (t) => {
    enter(t, json(configuration))
    for (const [line = '', want] of rowsOf(rows)) t.equal(await argumentsOf(line), want, line)
  })
}

t.test('of several contracts one is named where a command is about one', async (t) => {
  enter(t, json(TWO))
  await t.rejects(argumentsOf('mock'), {
    message: 'the configuration has several contracts; name one with --contract: shop, admin.yaml',
  })
  await t.rejects(argumentsOf('mock --contract=shops'), {
    message: '--contract shops: there is none; the configuration has: shop, admin.yaml',
  })
})

t.test('the modules of own codecs are found from the configuration', async (t) => {
  const format = ['date=Date,a=./codecs.js#a', 'b=../b.js#b', 'c=pkg/c#c']
  enter(t, { inner: json({ format }), deep: { x: '' } }, 'deep')
  t.equal(
    await argumentsOf(`generate --config ../inner/${NAME}`),
    '--format=date=Date,a=./../inner/codecs.js#a --format=b=./../b.js#b --format=c=pkg/c#c',
  )
})

t.test('paths of a configuration begin where its file is', async (t) => {
  enter(t, { ...json(ENTRY), more: { 'x.json': '{"spec":"y.yaml"}' } }, 'more')
  t.equal(await argumentsOf('client'), '--spec=../api.yaml')
  t.equal(await argumentsOf('client --config x.json'), '--spec=y.yaml')
})

t.test('a wrong configuration is one line', async (t) => {
  // Configurations, and what is said.
  const cases = rowsOf(`
    {"specs":"a"} | ^fastify-contract\\.config\\.json:1:2 #/specs there is no option specs; did you mean spec\\?$
    {"colour":"a"} | :1:2 #/colour there is no option colour; use name, entry, spec, 
    [{"spec":"a"},{"strict":"x"}] | \\.json:1:16 #/1/strict strict is wrong; write true or false$
    {"int64":"Number"} | :1:2 #/int64 Number: use bigint or number$
    {"stubs":1} |  #/stubs stubs is wrong; write true, false or a text$
    {"spec":["a"]} |  #/spec spec is wrong; write a text$
    {"only":[{}]} |  #/only only is wrong; write a text, or a list of them$
    "x" | :1:1 # this is no object of options, nor a list of them; write \\{ "spec": "FILE" \\}$
    [{},{"name":"x"}] | :1:5 #/1/out two contracts have the same out; give each its own$
    [{"out":"a"},{"out":"b"}] |  #/1/name two contracts have the same name; give each its own$
    { | ^fastify-contract\\.config\\.json:1:2 # 
  `)
  for (const [text = '', message = ''] of cases) {
    await t.test(message, async (t) => {
      enter(t, { [NAME]: text })
      await t.rejects(argumentsOf('generate'), {
        name: 'CommandError',
        message: new RegExp(message),
      })
    })
  }
  enter(t, json({}))
  await t.rejects(argumentsOf('generate --config='), { message: /^--config is empty/ })
})

t.test('each contract is generated, with the script of the project in its header', async (t) => {
  enter(t, {
    'package.json': '{"scripts":{"api":"fastify-contract generate"}}',
    ...json(['a', 'b'].map((name) => ({ spec: `${name}.json`, out: name }))),
    'a.json': inFull('paths: {}'),
    'b.json': inFull('paths: {}'),
  })
  t.match(await runCommand(t, () => dispatch(['generate'], COMMANDS)), { code: 0, err: [] })
  t.match(readFileSync('a/contract.ts', 'utf8'), '/* Generated from a.json by `npm run api`.')
  t.ok(existsSync('b/contract.ts'))
  t.match(await runCommand(t, () => dispatch(['check'], COMMANDS)), { code: 0, err: [] })
})

t.test('a wrong configuration ends a command with its own exit code', async (t) => {
  enter(t, { [NAME]: '{' })
  for (const [args, want] of [
    [['check'], 1],
    [['conform', '--url', 'http://127.0.0.1'], 2],
    [['diff', 'a.yaml', 'b.yaml'], 2],
  ] as const) {
    const { code, err } = await runCommand(t, () => dispatch(args, COMMANDS))
    t.match([code, err], [want, [/fastify-contract\.config\.json:1:2 # /]], args[0])
  }
})
