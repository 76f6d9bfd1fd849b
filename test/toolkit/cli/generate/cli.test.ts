import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { quoted, reportCommandErrors } from '#toolkit/cli/arguments/arguments.js'
import { check, main } from '#toolkit/cli/generate/run.js'
import { ROOT } from '../../../helpers/tsc.js'

process.chdir(ROOT)
// Without the variables of npm.
delete process.env.npm_lifecycle_event
const SHAPES = 'test/fixtures/documents/shapes.yaml'

/** A watch that ends at once. */
const still = () => ({ signal: AbortSignal.abort(), ran() {} })

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return printed(() => main(args, still))
}

async function printed(command: () => Promise<number>) {
  const out: string[] = []
  const err: string[] = []
  const { log, error } = console
  console.log = (line: string) => out.push(line)
  console.error = (line: string) => err.push(line)
  try {
    return {
      code: await reportCommandErrors(command),
      out: out.join('\n'),
      err: err.join('\n'),
    }
  } finally {
    Object.assign(console, { log, error })
  }
}

t.test('writes, writes nothing the second time, checks', async (t) => {
  const out = path.join(t.testdir({ 'mine.ts': 'untouched' }), 'new', 'folder')
  const first = await run('--spec', SHAPES, '--out', out)
  t.match(first, { code: 0, out: /: 3 operations, 9 files, 9 changed, \d+ ms$/ })
  t.match(await run('--spec', SHAPES, '--out', out), { code: 0, out: /, 0 changed, / })
  t.same(await run('--spec', SHAPES, '--out', out, '--check'), { code: 0, out: '', err: '' })
})

t.test('--check lists stale and missing files, and changes nothing', async (t) => {
  const out = t.testdir()
  await run('--spec', SHAPES, '--out', out)
  const types = path.join(out, 'types.ts')
  await writeFile(types, `${await readFile(types, 'utf8')}// edited`)
  t.same(await run('--spec', SHAPES, '--out', out, '--check'), {
    code: 1,
    out: '',
    err: `${out}: stale: types.ts; run npx fastify-contract generate --spec ${SHAPES} --out ${quoted(out)}`,
  })
  t.match(await readFile(types, 'utf8'), /\/\/ edited$/)
  t.match(await run('--spec', SHAPES, '--out', path.join(out, 'none'), '--check'), {
    code: 1,
    err: /stale: contract\.ts, .*conversions\.ts, .*validators\.ts/,
  })
})

t.test('--strict writes nothing where there is a warning', async (t) => {
  const document = (format: string) =>
    `openapi: 3.1.0\ninfo: {title: T, version: '1'}\ncomponents: {schemas: {A: {type: string, format: ${format}}}}`
  const folder = t.testdir({ 'bad.yaml': document('dat'), 'good.yaml': document('date') })
  const out = path.join(folder, 'out')
  const bad = path.join(folder, 'bad.yaml')
  for (const flags of [[], ['--check']]) {
    const { code, err } = await run('--spec', bad, '--out', out, '--strict', ...flags)
    t.equal(code, 1)
    t.match(err, /warning: the format `dat` .*\n.*: --strict: nothing is written; warnings: 1$/)
  }
  t.notOk(existsSync(out))
  t.match(await run('--spec', path.join(folder, 'good.yaml'), '--out', out, '--strict'), {
    code: 0,
  })
})

t.test('--all prints each problem of a kind; the message names the option', async (t) => {
  const members = Array.from({ length: 30 }, (_, at) => `p${at}: {format: 5, type: TYPE}`)
  const document = (type: string) =>
    `openapi: 3.1.0\ninfo: {title: T, version: '1'}\ncomponents: {schemas: {A: {properties: {${members.join(', ').replaceAll('TYPE', type)}}}}}`
  const folder = t.testdir({ 'bad.yaml': document('5'), 'fair.yaml': document('string') })
  for (const [name, told, kinds] of [
    ['bad', 60, 2],
    ['fair', 30, 1],
  ] as const) {
    const spec = path.join(folder, `${name}.yaml`)
    const flags = ['--spec', spec, '--out', path.join(folder, 'out'), '--strict']
    const { err } = await run(...flags)
    const lines = err.split('\n').filter((line) => !line.includes('--strict'))
    t.equal(lines.length, 11 * kinds + 1)
    const more = told - 11 * kinds
    t.equal(lines.at(-1), `${spec}: ${more} more problems like these; see all with --all`)
    const all = (await run(...flags, '--all')).err.split('\n')
    t.equal(all.filter((line) => line.includes('#/')).length, told)
    t.notMatch(all.join('\n'), /more/)
  }
})

t.test('obsolete files are removed, files of the user stay', async (t) => {
  const out = t.testdir({ 'mine.ts': 'untouched', 'types.json': '{}' })
  await run('--spec', SHAPES, '--out', out)
  const manifest = path.join(out, '.generated.json')
  const { files } = JSON.parse(await readFile(manifest, 'utf8'))
  const reaching = ['../mine.ts', '/etc/passwd', 5, 'mine.ts/..', 'old.ts']
  await writeFile(manifest, JSON.stringify({ files: [...files, ...reaching] }))
  await writeFile(path.join(out, 'old.ts'), 'generated once')
  t.same(await run('--spec', SHAPES, '--out', out, '--check'), {
    code: 1,
    out: '',
    err: `${out}: stale: .generated.json, old.ts; run npx fastify-contract generate --spec ${SHAPES} --out ${quoted(out)}`,
  })
  t.match(await run('--spec', SHAPES, '--out', out), { code: 0, out: /, 0 changed, 1 removed, / })
  t.same((await readdir(out)).filter((name) => !files.includes(name)).sort(), [
    '.generated.json',
    'mine.ts',
    'types.json',
  ])
  t.equal(await readFile(path.join(out, 'mine.ts'), 'utf8'), 'untouched')
})

t.test('a file of the user is never overwritten', async (t) => {
  const table: [file: string, text: string][] = [
    ['types.ts', 'mine'],
    ['.generated.json', 'mine'],
    ['.generated.json', '{"files":"mine"}'],
  ]
  for (const [index, [file, text]] of table.entries()) {
    const out = path.join(t.testdirName, String(index))
    await mkdir(out, { recursive: true })
    await writeFile(path.join(out, file), text)
    for (const flags of [[], ['--check']]) {
      t.same(await run('--spec', SHAPES, '--out', out, ...flags), {
        code: 1,
        out: '',
        err: `${out}/${file} is not a generated file; move it, or name another folder with --out`,
      })
    }
    t.same(await readdir(out), [file])
  }
})

t.test('a document with problems leaves the disk as it is', async (t) => {
  const out = t.testdir({
    'a.yaml': 'openapi: 3.1.0\ninfo: {title: T}\npaths: {}\njsonSchemaDialect: a:b',
  })
  const spec = path.join(out, 'a.yaml')
  t.same(await run('--spec', spec, '--out', path.join(out, 'generated')), {
    code: 1,
    out: '',
    err: [
      `${spec}:2:1 #/info warning: \`version\` is missing; add \`version\``,
      `${spec}:4:1 #/jsonSchemaDialect not supported yet: schema dialect a:b; use the dialect of OpenAPI or draft 2020-12, or pass --ignore dialect`,
    ].join('\n'),
  })
  t.same(await readdir(out), ['a.yaml'])
})

t.test('--ignore leaves out what is not supported, and says so', async (t) => {
  const document = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\njsonSchemaDialect: a:b'
  const out = t.testdir({ 'a.yaml': document })
  const args = ['--spec', path.join(out, 'a.yaml'), '--out', path.join(out, 'generated')]
  t.match(await run(...args), { code: 1, err: /or pass --ignore dialect$/ })
  t.match(await run(...args, '--ignore', 'dialect'), {
    code: 0,
    err: /a\.yaml:3:1 #\/jsonSchemaDialect warning: left out: schema dialect a:b; use the/,
  })
})

t.test('check is generate --check', async (t) => {
  const out = t.testdir()
  const args = ['--spec', SHAPES, '--out', out]
  t.match(await printed(() => check(args)), { code: 1, out: '', err: /: stale: contract\.ts, / })
  t.same(await readdir(out), [])
  await run(...args)
  t.same(await printed(() => check(args)), { code: 0, out: '', err: '' })
  t.match(await printed(() => check(['--watch'])), { code: 1, err: /^Unknown option '--watch'; / })
})

t.test('--stubs writes handlers once; with --check it says which are missing', async (t) => {
  const root = t.testdir()
  const stubs = path.join(root, 'handlers')
  const args = ['--spec', SHAPES, '--out', path.join(root, 'generated'), '--stubs', stubs]
  await run(...args.slice(0, 4))
  const { err, ...told } = await run(...args, '--check')
  t.same(told, { code: 1, out: '' })
  t.match(err, `${stubs}: missing: `)
  t.match(err, /: missing: .*\.ts; run npx fastify-contract generate .* --stubs /)
  t.ok(err.endsWith(` --stubs ${quoted(stubs)}`), err)
  t.same(await readdir(root), ['generated'])
  t.match(await run(...args), {
    code: 0,
    out: `${stubs}: 3 handlers, 3 written: get-tree.ts, delete-trees-id.ts, make-thing-s.ts\n`,
    err: '',
  })
  t.same(await run(...args, '--check'), { code: 0, out: '', err: '' })
  await writeFile(path.join(stubs, 'index.ts'), '')
  t.match(await run(...args), {
    code: 0,
    out: `${stubs}: 3 handlers, 0 written\n`,
    err: `${stubs}/index.ts: add import {`,
  })
})

t.test('--watch ends with its signal', async (t) => {
  const out = t.testdir()
  const script = path.join(ROOT, 'src/toolkit/bin/fastify-contract.js')
  const args = [script, 'generate', '--spec', SHAPES, '--out', out, '--watch']
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
  const out = path.join(t.testdir(), 'generated')
  const codecs = `${path.dirname(out)}/codecs.js`
  const own = `./${path.relative('.', codecs)}`
  const formats = `date-time=Date,uuid=${own}#uuid`
  t.equal((await run('--spec', SHAPES, '--out', out, '--format', formats)).code, 0)
  const text = await readFile(path.join(out, 'codecs.ts'), 'utf8')
  t.match(text, "export { uuid as uuidCodec } from '../codecs.js'\n")
  t.match(text, 'export const dateTimeCodec = platformCodecs.dateTimeDate\n')
})

t.test('wrong arguments are one line', async (t) => {
  t.match(await run('--nonsense'), {
    code: 1,
    err: /^Unknown option '--nonsense'; see npx fastify-contract generate --help$/,
  })
  t.match(await run('--spec', 'no/such.yaml'), {
    code: 1,
    err: /^no\/such\.yaml:1:1 # the document cannot be read/,
  })
  const file = path.join(t.testdir({ file: '' }), 'file')
  t.match(await run('--spec', SHAPES, '--out', file), {
    code: 1,
    err: /\(E\w+\); name another with --out or --stubs$/,
  })
})

t.test('a folder that cannot be created is one line', async (t) => {
  const root = t.testdir({ file: '', nowhere: t.fixture('symlink', 'no/such') })
  const [nowhere, made] = [path.join(root, 'nowhere'), path.join(root, 'made')]
  const inside = '/proc/self/plants'
  const table: [args: string[], told: string, code?: string][] = [
    [['--out', path.join(nowhere, 'x')], path.join(nowhere, 'x')],
    [['--out', path.join(root, 'file/x')], path.join(root, 'file/x/.generated.json'), 'ENOTDIR'],
    [['--out', made, '--stubs', path.join(nowhere, 'x')], path.join(nowhere, 'x')],
    // Node's own would never come back.
    ...(process.platform === 'linux' ? [[['--out', inside], inside] as [string[], string]] : []),
  ]
  for (const [args, told, code = 'ENOENT'] of table) {
    t.match(await run('--spec', SHAPES, ...args), {
      code: 1,
      err: `${told}: cannot be written or read (${code}); name another with --out or --stubs`,
    })
  }
})
