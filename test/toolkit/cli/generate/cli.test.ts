import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import t, { type Test } from 'tap'
import { check, main } from '#toolkit/cli/generate/run.js'
import { runCommand } from '../../../helpers/command.js'
import { ROOT } from '../../../helpers/tsc.js'

process.chdir(ROOT)
// Without the variables of npm.
delete process.env.npm_lifecycle_event
const SHAPES = 'test/fixtures/documents/shapes.yaml'

/** A watch that ends at once. */
const still = () => ({ signal: AbortSignal.abort(), ran() {} })

/** A folder, which is FOLDER in command lines and in what is printed; without `--spec` they are about SHAPES. */
function place(t: Test, files: NonNullable<Parameters<Test['testdir']>[0]> = {}) {
  const folder = t.testdir(files)
  const shown = (lines: readonly string[]) =>
    lines
      .join('\n')
      .replaceAll(folder, 'FOLDER')
      .replace(/'(FOLDER\S*)'/g, '$1')
  const printed = async (command: () => Promise<number>) => {
    const { code, out, err } = await runCommand(t, command)
    return { code, out: shown(out), err: shown(err) }
  }
  const argumentsIn = (line: string) => {
    const spec = line.includes('--spec') ? [] : ['--spec', SHAPES]
    return [...spec, ...line.replaceAll('FOLDER', folder).split(' ')]
  }
  return {
    run: (line: string) => printed(() => main(argumentsIn(line), still)),
    check: (line: string) => printed(() => check(argumentsIn(line))),
    list: (name = '.') => readdirSync(path.join(folder, name)).sort(),
    read: (name: string) => readFileSync(path.join(folder, name), 'utf8'),
    write: (name: string, text: string) => writeFileSync(path.join(folder, name), text),
  }
}

const AGAIN = `run npx fastify-contract generate --spec ${SHAPES} --out FOLDER/out`

t.test('generate writes, writes nothing the second time, checks', async (t) => {
  const { run, check, list } = place(t, { 'mine.ts': 'untouched' })
  t.match(await run('--out FOLDER/new/folder'), {
    ...{ code: 0, out: /: 3 operations, 9 files, 9 changed, \d+ ms$/ },
  })
  t.match(await run('--out FOLDER/new/folder'), { code: 0, out: /, 0 changed, / })
  t.same(await run('--out FOLDER/new/folder --check'), { code: 0, out: '', err: '' })
  t.same(await check('--out FOLDER/new/folder'), { code: 0, out: '', err: '' })
  t.match(await check('--out FOLDER/none'), { code: 1, out: '', err: /: stale: contract\.ts, / })
  t.same(list(), ['mine.ts', 'new'])
})

t.test('--check lists stale and missing files, and changes nothing', async (t) => {
  const { run, read, write } = place(t)
  await run('--out FOLDER/out')
  write('out/types.ts', `${read('out/types.ts')}// edited`)
  t.same(await run('--out FOLDER/out --check'), {
    ...{ code: 1, out: '', err: `FOLDER/out: stale: types.ts; ${AGAIN}` },
  })
  t.match(read('out/types.ts'), /\/\/ edited$/)
  t.match(await run('--out FOLDER/none --check'), {
    ...{ code: 1, err: /stale: contract\.ts, .*conversions\.ts, .*validators\.ts/ },
  })
})

const document = (schema: string) =>
  `openapi: 3.1.0\ninfo: {title: T, version: '1'}\ncomponents: {schemas: {A: ${schema}}}`

t.test('--strict writes nothing where there is a warning', async (t) => {
  const { run, list } = place(t, {
    'bad.yaml': document('{type: string, format: dat}'),
    'good.yaml': document('{type: string, format: date}'),
  })
  for (const flag of ['', ' --check']) {
    const { code, err } = await run(`--spec FOLDER/bad.yaml --out FOLDER/out --strict${flag}`)
    t.equal(code, 1)
    t.match(err, /warning: the format `dat` .*\n.*: --strict: nothing is written; warnings: 1$/)
  }
  t.same(list(), ['bad.yaml', 'good.yaml'])
  t.match(await run('--spec FOLDER/good.yaml --out FOLDER/out --strict'), { code: 0 })
})

t.test('--all prints each problem of a kind; the message names the option', async (t) => {
  const schema = (type: string) => {
    const members = Array.from({ length: 30 }, (_, at) => `p${at}: {format: 5, type: ${type}}`)
    return document(`{properties: {${members}}}`)
  }
  const { run } = place(t, { 'bad.yaml': schema('5'), 'fair.yaml': schema('string') })
  for (const [name, told, kinds] of [
    ['bad', 60, 2],
    ['fair', 30, 1],
  ] as const) {
    const line = `--spec FOLDER/${name}.yaml --out FOLDER/out --strict`
    const { err } = await run(line)
    const lines = err.split('\n').filter((each) => !each.includes('--strict'))
    t.equal(lines.length, 11 * kinds + 1)
    t.match(err, /\/properties\/p10\/\w+ .*; and 19 more like this; \w/)
    if (name === 'fair') t.match(err, /nothing is written; warnings: 30$/m)
    const more = told - 11 * kinds
    t.equal(
      lines.at(-1),
      `FOLDER/${name}.yaml: ${more} more problems like these; see all with --all`,
    )
    const all = (await run(`${line} --all`)).err
    t.equal(all.split('\n').filter((each) => each.includes('#/')).length, told)
    t.notMatch(all, /more/)
  }
})

t.test('obsolete files are removed, files of the user stay', async (t) => {
  const { run, read, write, list } = place(t, { out: { 'mine.ts': 'mine', 'types.json': '{}' } })
  await run('--out FOLDER/out')
  const { files } = JSON.parse(read('out/.generated.json'))
  const reaching = ['../mine.ts', '/etc/passwd', 5, 'mine.ts/..', 'old.ts']
  write('out/.generated.json', JSON.stringify({ files: [...files, ...reaching] }))
  write('out/old.ts', 'generated once')
  t.same(await run('--out FOLDER/out --check'), {
    ...{ code: 1, out: '', err: `FOLDER/out: stale: .generated.json, old.ts; ${AGAIN}` },
  })
  t.match(await run('--out FOLDER/out'), { code: 0, out: /, 0 changed, 1 removed, / })
  const others = list('out').filter((name) => !files.includes(name))
  t.same(others, ['.generated.json', 'mine.ts', 'types.json'])
  t.equal(read('out/mine.ts'), 'mine')
})

t.test('a file of the user is never overwritten', async (t) => {
  for (const [file, text] of [
    ['types.ts', 'mine'],
    ['.generated.json', 'mine'],
    ['.generated.json', '{"files":"mine"}'],
  ] as const) {
    const { run, list } = place(t, { out: { [file]: text } })
    const err = `FOLDER/out/${file} is not a generated file; move it, or name another folder with --out`
    for (const flag of ['', ' --check'])
      t.same(await run(`--out FOLDER/out${flag}`), { code: 1, out: '', err })
    t.same(list('out'), [file])
  }
})

t.test('a document with problems leaves the disk as it is, unless they are left out', async (t) => {
  const text = 'openapi: 3.1.0\ninfo: {title: T}\npaths: {}\njsonSchemaDialect: a:b'
  const { run, list } = place(t, { 'a.yaml': text })
  const problem = 'schema dialect a:b; use the dialect of OpenAPI or draft 2020-12'
  const at = 'FOLDER/a.yaml:4:1 #/jsonSchemaDialect'
  const version = 'FOLDER/a.yaml:2:1 #/info warning: `version` is missing; add `version`'
  t.same(await run('--spec FOLDER/a.yaml --out FOLDER/out'), {
    ...{ code: 1, out: '' },
    err: `${version}\n${at} not supported yet: ${problem}, or pass --ignore dialect`,
  })
  t.same(list(), ['a.yaml'])
  const { code, err } = await run('--spec FOLDER/a.yaml --out FOLDER/out --ignore dialect')
  t.same([code, err], [0, `${version}\n${at} warning: left out: ${problem}`])
})

t.test('--stubs writes handlers once; with --check it says which are missing', async (t) => {
  const { run, list, write } = place(t)
  const line = '--out FOLDER/generated --stubs FOLDER/handlers'
  await run('--out FOLDER/generated')
  const { err, ...told } = await run(`${line} --check`)
  t.same(told, { code: 1, out: '' })
  t.match(err, /^FOLDER\/handlers: missing: .*\.ts; run npx fastify-contract generate /)
  t.match(err, / --stubs FOLDER\/handlers$/)
  t.same(list(), ['generated'])
  const names = 'get-tree.ts, delete-trees-id.ts, make-thing-s.ts'
  t.match(await run(line), {
    ...{ code: 0, out: `FOLDER/handlers: 3 handlers, 3 written: ${names}\n`, err: '' },
  })
  t.same(await run(`${line} --check`), { code: 0, out: '', err: '' })
  write('handlers/index.ts', '')
  t.match(await run(line), {
    ...{ code: 0, out: 'FOLDER/handlers: 3 handlers, 0 written\n' },
    err: 'FOLDER/handlers/index.ts: add import {',
  })
})

t.test('--watch ends with its signal', async (t) => {
  const script = path.join(ROOT, 'src/toolkit/bin/fastify-contract.js')
  const args = [script, 'generate', '--spec', SHAPES, '--out', t.testdir(), '--watch']
  const alone = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(alone.stdout, 'data')
  t.match(String(line), /: 3 operations, 9 files, 9 changed, \d+ ms\n$/)
  alone.kill('SIGINT')
  t.same(await once(alone, 'exit'), [0, null])
  // With a listener on the channel.
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  t.same((await once(child, 'message'))[0], { code: 0 })
  child.kill('SIGTERM')
  t.same(await once(child, 'exit'), [0, null])
})

t.test('--format gives the strings of a format a type, from a module beside', async (t) => {
  const { run, read } = place(t)
  const own = `./${path.relative('.', t.testdirName)}/codecs.js`
  const { code } = await run(`--out FOLDER/out --format date-time=Date,uuid=${own}#uuid`)
  t.equal(code, 0)
  t.match(read('out/codecs.ts'), "export { uuid as uuidCodec } from '../codecs.js'\n")
  t.match(read('out/codecs.ts'), 'export const dateTimeCodec = platformCodecs.dateTimeDate\n')
})

t.test('a folder that cannot be created is one line', async (t) => {
  const { run } = place(t, { file: '', nowhere: t.fixture('symlink', 'no/such') })
  const table: [line: string, told: string, code?: string][] = [
    ['--out FOLDER/nowhere/x', 'FOLDER/nowhere', 'EEXIST'],
    ['--out FOLDER/file/x', 'FOLDER/file/x/.generated.json', 'ENOTDIR'],
    ['--out FOLDER/made --stubs FOLDER/nowhere/x', 'FOLDER/nowhere', 'EEXIST'],
  ]
  // Node's own would never come back.
  if (existsSync('/proc/self')) table.push(['--out /proc/self/plants', '/proc/self/plants'])
  for (const [line, told, code = 'ENOENT'] of table) {
    const err = `${told}: cannot be written or read (${code}); name another with --out or --stubs`
    t.match(await run(line), { code: 1, err })
  }
})
