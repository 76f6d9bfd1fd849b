import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { CommandError } from '#toolkit/cli/arguments/arguments.js'
import { readProject } from '#toolkit/cli/dev/compiled-project.js'
import { entryPointOf, refuseTypeScript } from '#toolkit/cli/dev/entry-point.js'
import { readDevOptions } from '#toolkit/cli/options/command-options.js'
import { findCompiler, lacksTypeScript } from '#toolkit/cli/project/typescript.js'
import { ROOT } from '../../../helpers/tsc.js'

t.test('the entry point', async (t) => {
  const table: [manifest: object, file: string, flags?: string[], args?: string[]][] = [
    [{ scripts: { start: 'node a/b.js' } }, 'a/b.js'],
    [{ scripts: { start: 'tsc && node a.js' }, main: 'b.js' }, 'a.js'],
    [{ scripts: { start: 'NODE_ENV=x node a.mjs 80 -v' } }, 'a.mjs', [], ['80', '-v']],
    [
      { scripts: { start: 'node --inspect -r ./x.js --env-file=.env a.js' } },
      'a.js',
      ['--inspect', '-r', './x.js', '--env-file=.env'],
    ],
    [{ scripts: { start: 'fastify start app.js' }, main: 'b.js' }, 'b.js'],
    [{ scripts: { start: 'node --version' }, main: 'b.js' }, 'b.js'],
    [{ main: 'b.js' }, 'b.js'],
  ]
  for (const [manifest, file, flags = [], args = []] of table) {
    const root = t.testdir({ 'package.json': JSON.stringify(manifest) })
    t.same(
      entryPointOf(root),
      { file: path.join(root, file), flags, args },
      JSON.stringify(manifest),
    )
    t.same(entryPointOf(root, 'c.js'), { file: path.join(root, 'c.js'), flags: [], args: [] })
  }
  const advice = 'name the compiled file with --entry'
  const wrong: [text: string, told: string][] = [
    [
      '{}',
      `package.json: no script \`start\` runs \`node FILE\`, and there is no \`main\`; ${advice}`,
    ],
    ['{', `package.json: cannot be read; ${advice}`],
  ]
  for (const [text, told] of wrong) {
    t.throws(() => entryPointOf(t.testdir({ 'package.json': text })), new CommandError(told))
  }
  const missing = `package.json: cannot be read; ${advice}`
  t.throws(() => entryPointOf(t.testdir()), new CommandError(missing))
})

t.test('options are passed on to the generator', async (t) => {
  t.same(readDevOptions([]), { entry: undefined, out: 'generated', generate: [] })
  const args = ['--spec', 'a.yaml', '--out', 'b', '--stubs', 'src/handlers', '--all']
  t.same(readDevOptions(['--entry', 'c.js', ...args]), { entry: 'c.js', out: 'b', generate: args })
  t.same(readDevOptions(['--stubs']).generate, ['--stubs', 'src/handlers'])
  t.throws(() => readDevOptions(['--int64', 'x']), { message: '--int64 x: use bigint or number' })
  t.throws(() => readDevOptions(['--watch']), { message: /^Unknown option '--watch'/ })
})

t.test('a missing compiler is one line with the next step', async (t) => {
  const told = 'typescript is not installed here; run npm install --save-dev typescript'
  await t.rejects(findCompiler('/'), new CommandError(told))
})

t.test('the folders of sources and of compiled code', async (t) => {
  const compiler = await findCompiler(ROOT)
  const outDir = 'out'
  const read = async (files: Record<string, string | object>) => {
    const root = t.testdir(files as never)
    const { configs, sources, outputs, isBuild } = await readProject(compiler, root)
    const named = (names: readonly string[]) =>
      names.map((name) => path.relative(root, name) || '.')
    return [named(configs), named(sources).sort(), named(outputs).sort(), isBuild]
  }
  const json = JSON.stringify
  const own = ['tsconfig.json']
  const sources = () => ({ 'a.ts': '', deep: { 'b.ts': '' } })
  t.same(await read({ 'tsconfig.json': json({ include: ['src'] }), src: sources() }), [
    own,
    ['src'],
    [],
    false,
  ])
  t.same(
    await read({
      'base.json': json({ compilerOptions: { outDir } }),
      'tsconfig.json': `/* JSON with comments */ {"extends": "./base.json",
        "include": ["src/**/*.ts", "lib/*", "x/main.ts", "*.ts", "../shared/src"],}`,
      src: sources(),
    }),
    [own, ['../shared/src', '.', 'lib', 'src', 'x'].sort(), ['out'], false],
  )
  t.same(await read({ 'tsconfig.json': json({ files: ['src/a.ts'] }), src: sources() }), [
    own,
    ['src'],
    [],
    false,
  ])
  t.same(await read({ 'tsconfig.json': '{}' }), [own, ['.'], [], false])
  t.same(await read({ 'tsconfig.json': 'broken' }), [own, ['.'], [], false])
  for (const [compilerOptions, wanted] of [
    [{}, true],
    [{ declaration: true }, false],
    [{ composite: true }, false],
    [{ noEmitOnError: true }, false],
  ] as const) {
    const root = t.testdir({ 'tsconfig.json': json({ compilerOptions, include: ['src'] }) })
    t.equal((await readProject(compiler, root)).isTranslated, wanted, json(compilerOptions))
  }
  const silent = [process.execPath, '--eval', '', '--'] as const
  const unread = await readProject(silent, '/a')
  t.match(unread, { sources: ['/a'], outputs: [] }, 'the compiler tells what is wrong')
  const part = json({ compilerOptions: { outDir, composite: true }, include: ['src'] })
  const references = [{ path: 'a' }, { path: './b/other.json' }, { path: 'a/tsconfig.json' }]
  t.same(
    await read({
      'tsconfig.json': json({ files: [], references }),
      a: { 'tsconfig.json': part, src: sources() },
      b: { 'other.json': part, src: sources() },
    }),
    [
      ['tsconfig.json', 'a/tsconfig.json', 'b/other.json'],
      ['a/src', 'b/src'],
      ['a/out', 'b/out'],
      true,
    ],
  )
})

t.test('TypeScript is run only by a Node that can', async (t) => {
  t.match(
    lacksTypeScript({}, { typescript: false }),
    /^Node runs TypeScript .* 22\.18 on; this is /,
  )
  t.match(lacksTypeScript({}, {}), / this is \d+\.\d+\.\d+$/)
  t.equal(lacksTypeScript({}, { typescript: 'strip' }), undefined)
  t.equal(lacksTypeScript({ NODE_OPTIONS: '--import tsx' }, {}), undefined)
  const entry = { file: path.resolve('src/main.ts'), flags: [], args: [] }
  t.throws(
    () => refuseTypeScript(entry, 'why'),
    new CommandError(
      'src/main.ts: why; install a newer one, or name the compiled file with --entry',
    ),
  )
  refuseTypeScript(entry, undefined)
  refuseTypeScript({ ...entry, flags: ['--import', 'tsx'] }, 'why')
  refuseTypeScript({ ...entry, file: path.resolve('a.js') }, 'why')
})
