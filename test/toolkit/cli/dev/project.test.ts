import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { CommandError } from '#toolkit/cli/arguments/arguments.js'
import { readProject } from '#toolkit/cli/dev/compiled-project.js'
import { entryPointOf, refuseTypeScript } from '#toolkit/cli/dev/entry-point.js'
import { readDevOptions } from '#toolkit/cli/options/command-options.js'
import { findCompiler, lacksTypeScript } from '#toolkit/cli/project/typescript.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { ROOT } from '../../../helpers/tsc.js'

/** A package.json, and the entry point: its file, flags and arguments. */
const ENTRIES = rowsOf(`
  {scripts: {start: node a/b.js}} | a/b.js
  {scripts: {start: tsc && node a.js}, main: b.js} | a.js
  {scripts: {start: NODE_ENV=x node a.mjs 80 -v}} | a.mjs | | 80 -v
  {scripts: {start: node --inspect -r ./x.js --env-file=.env a.js}} | a.js | --inspect -r ./x.js --env-file=.env
  {scripts: {start: fastify start app.js}, main: b.js} | b.js
  {scripts: {start: node --version}, main: b.js} | b.js
  {main: b.js} | b.js
`)

t.test('the entry point', async (t) => {
  for (const [manifest = '', name = '', flags = '', args = ''] of ENTRIES) {
    const root = t.testdir({ 'package.json': JSON.stringify(yamlOf(manifest)) })
    const words = (cell: string) => cell.split(' ').filter(Boolean)
    const file = path.join(root, name)
    t.same(entryPointOf(root), { file, flags: words(flags), args: words(args) }, manifest)
    t.same(entryPointOf(root, 'c.js'), { file: path.join(root, 'c.js'), flags: [], args: [] })
  }
  const advice = 'name the compiled file with --entry'
  const none = 'no script `start` runs `node FILE`, and there is no `main`'
  for (const [files, told] of [
    [{ 'package.json': '{}' }, none],
    [{ 'package.json': '{' }, 'cannot be read'],
    [{}, 'cannot be read'],
  ] as const) {
    const message = `package.json: ${told}; ${advice}`
    t.throws(() => entryPointOf(t.testdir(files)), new CommandError(message))
  }
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

/** Files of a project in YAML, its configurations, folders of sources and of compiled code, and if it is built. */
const PROJECTS = rowsOf(`
  {tsconfig.json: {include: [src]}} | tsconfig.json | src | | false
  {base.json: {compilerOptions: {outDir: out}}, tsconfig.json: {extends: ./base.json, include: [src/**/*.ts, lib/*, x/main.ts, '*.ts', ../shared/src]}} | tsconfig.json | . ../shared/src lib src x | out | false
  {tsconfig.json: {files: [src/a.ts]}} | tsconfig.json | src | | false
  {tsconfig.json: {}} | tsconfig.json | . | | false
  {tsconfig.json: broken} | tsconfig.json | . | | false
  {tsconfig.json: {files: [], references: [{path: a}, {path: ./b/other.json}, {path: a/tsconfig.json}]}, a: {tsconfig.json: {compilerOptions: {outDir: out, composite: true}, include: [src]}, src: {a.ts: ''}}, b: {other.json: {compilerOptions: {outDir: out, composite: true}, include: [src]}, src: {a.ts: ''}}} | tsconfig.json a/tsconfig.json b/other.json | a/src b/src | a/out b/out | true
`)

/** Files whose contents are values, as texts. */
function written(files: object): Record<string, string | object> {
  const texts = Object.entries(files).map(([name, value]) => {
    if (name.endsWith('.json')) return [name, `// a comment\n${JSON.stringify(value)}`]
    return [name, typeof value === 'object' ? written(value) : value]
  })
  return Object.fromEntries(texts)
}

t.test('the folders of sources and of compiled code', async (t) => {
  const compiler = await findCompiler(ROOT)
  const src = { 'a.ts': '', deep: { 'b.ts': '' } }
  for (const [files = '', ...want] of PROJECTS) {
    const sourced = files.includes('src') ? { src } : {}
    const root = t.testdir({ ...sourced, ...written(yamlOf(files) as object) } as never)
    const { configs, sources, outputs, isBuild } = await readProject(compiler, root)
    const named = (names: readonly string[]) =>
      names.map((name) => path.relative(root, name) || '.')
    const found = [named(configs), named(sources).sort(), named(outputs).sort()]
    t.same([...found.map((names) => names.join(' ')), String(isBuild)], want, files)
  }
  for (const [compilerOptions, wanted] of [
    [{}, true],
    [{ declaration: true }, false],
    [{ composite: true }, false],
    [{ noEmitOnError: true }, false],
  ] as const) {
    const text = JSON.stringify({ compilerOptions, include: ['src'] })
    const { isTranslated } = await readProject(compiler, t.testdir({ 'tsconfig.json': text }))
    t.equal(isTranslated, wanted, text)
  }
  const unread = await readProject([process.execPath, '--eval', '', '--'], '/a')
  t.match(unread, { sources: ['/a'], outputs: [] }, 'the compiler tells what is wrong')
})

t.test('TypeScript is run only by a Node that can', async (t) => {
  const found = lacksTypeScript({}, { typescript: false })
  t.match(found, /^Node runs TypeScript .* 22\.18 on; this is /)
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
