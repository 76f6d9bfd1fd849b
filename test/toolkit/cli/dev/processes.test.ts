import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { compile } from '#toolkit/cli/dev/compiled-project.js'
import { generatorProcess } from '#toolkit/cli/dev/dev.js'
import { serverProcess } from '#toolkit/cli/dev/server-process.js'
import { translate } from '#toolkit/cli/dev/translate.js'
import { until } from '../../../helpers/dev.js'

/** Records its start, then runs `then`. */
function script(then = ''): string {
  return `// @ts-nocheck
import { appendFileSync } from 'node:fs'

const flags = process.execArgv.slice(0, process.execArgv.indexOf('--import'))
appendFileSync('log', JSON.stringify([process.argv.slice(2), flags, process.cwd(), process.env.OWN]) + '\\n')
${then}
`
}

const FOREVER = 'setInterval(() => {}, 1000)\n'

function workplace(t: Test, files: Record<string, string | Record<string, string>> = {}) {
  const root = t.testdir({ log: '', lib: {}, ...files })
  const file = (name: string) => path.join(root, name)
  const stdio = ['ignore', 'ignore', 'ignore'] as const
  return {
    root,
    file,
    surroundings: { root, env: { ...process.env, OWN: 'own' }, stdio },
    /** What has recorded its start. */
    started: async () =>
      (await readFile(file('log'), 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    write: (name: string, text: string) => writeFile(file(name), text),
  }
}

t.test('the compiler gets its arguments and working directory', async (t) => {
  for (const [isBuild, isTranslated, end, args, told] of [
    [true, false, 0, '--first -b .', /^types: no problems, \d+ ms$/],
    [false, false, 0, '--first -p .', /^types: no problems, \d+ ms$/],
    [false, false, 2, '--first -p .', /^types: problems, see above, \d+ ms$/],
    [false, true, 0, '--first -p . --noEmit', /^types: no problems/],
  ] as const) {
    const tsc = script(`process.exitCode = ${end}`)
    const { root, file, surroundings, started } = workplace(t, { 'tsc.mjs': tsc })
    const lines = t.capture(console, 'log')
    const compiler = [process.execPath, file('tsc.mjs'), '--first'] as const
    const { signal } = new AbortController()
    const isRight = await compile(compiler, { isBuild, isTranslated }, surroundings, signal)
    t.equal(isRight, end === 0)
    t.same(await started(), [[args.split(' '), [], root, 'own']])
    t.match(lines(), [{ args: [told] }])
  }
})

t.test('code is compiled without a check, unless it may not be written before one', async (t) => {
  for (const [isBuild, isCheckedFirst, calls] of [
    [true, false, [['-b', '.', '--noCheck']]],
    [false, false, [['-p', '.', '--noCheck']]],
    [false, true, []],
  ] as const) {
    const { file, surroundings, started } = workplace(t, { 'tsc.mjs': script('') })
    const compiler = [process.execPath, file('tsc.mjs')] as const
    const { signal } = new AbortController()
    await translate(compiler, { isBuild, isCheckedFirst, parts: [] }, surroundings, signal)
    const found = (await started()).map(([args]) => args)
    t.same(found, calls)
  }
})

t.test('a generator that was not started can be stopped', async (t) => {
  const { surroundings } = workplace(t)
  await t.resolves(generatorProcess(surroundings, [], () => {}).stop('SIGTERM'))
  const entry = { file: 'none.js', flags: [], args: [] }
  await t.resolves(serverProcess(surroundings, entry).stop('SIGTERM'))
})

t.test('the server is started again when the compiled code changes', async (t) => {
  const { root, file, surroundings, started, write } = workplace(t, { 'data.txt': '' })
  const told: string[] = []
  t.capture(console, 'error', (line: string) => void told.push(line))
  const entry = { file: file('server.mjs'), flags: ['--no-warnings'], args: ['80'] }
  const server = serverProcess(surroundings, entry)
  const start = [['80'], ['--no-warnings'], root, 'own']
  const seen = async (count: number) => until(async () => (await started()).length === count)
  server.compiled([root])
  await server.refresh()
  t.same(await started(), [], 'it is not there yet')

  await write('server.mjs', script(FOREVER))
  server.compiled([root])
  await server.refresh()
  await seen(1)
  await write('data.txt', 'data')
  await write('types.ts', 'data')
  server.compiled([root])
  await server.refresh()
  await write('server.mjs', script('process.exitCode = 4'))
  await server.refresh()
  t.same(await started(), [start], 'nothing that runs was compiled')
  server.compiled([root])
  await server.refresh()
  await seen(2)
  const ended = 'server: ended with code 4; waiting for a change'
  await until(() => told.includes(ended))
  t.same(await started(), [start, start])
  t.same(told, [ended], 'the first was told to end')
  await server.stop('SIGTERM')
})

t.test('TypeScript is code if Node runs it', async (t) => {
  const { file, surroundings, started, write } = workplace(t, {
    'before.mjs': script('process.exit(0)'),
    lib: { 'server.ts': 'one', 'data.json': '1', 'a.txt': '1' },
  })
  t.capture(console, 'error')
  // The module that is loaded first ends it, so that any Node can run it.
  const flags = ['--import', pathToFileURL(file('before.mjs')).href]
  const server = serverProcess(surroundings, { file: file('lib/server.ts'), flags, args: [] })
  const starts = async () => {
    server.compiled([file('lib')])
    await server.refresh()
    await server.stop('SIGCONT')
    return (await started()).length
  }
  t.equal(await starts(), 1)
  await write('lib/a.txt', '2')
  t.equal(await starts(), 1)
  await write('lib/server.ts', 'two')
  t.equal(await starts(), 2)
  await write('lib/data.json', '2')
  t.equal(await starts(), 3)
})

t.test('the next server loads packages, and waits for the code of the project', async (t) => {
  const note = (text: string) =>
    `import { appendFileSync } from 'node:fs'\nappendFileSync('log', '"${text}"\\n')\n`
  const { root, file, surroundings, started, write } = workplace(t, {
    'package.json': '{"type":"module"}',
    'server.mjs': `${note('one')}${FOREVER}`,
  })
  const fastify = path.join('node_modules', 'fastify')
  await mkdir(file(fastify), { recursive: true })
  await write(path.join(fastify, 'package.json'), '{"type":"module","main":"index.js"}')
  const made = 'export default () => appendFileSync("log", \'"made"\\n\')'
  await write(path.join(fastify, 'index.js'), `${note('fastify')}${made}`)
  const told = t.capture(console, 'error')
  const server = serverProcess(surroundings, { file: file('server.mjs'), flags: [], args: [] })
  const seen = async (...lines: string[]) => {
    await until(async () => (await started()).length === lines.length)
    t.same(await started(), lines)
  }
  const restart = async (text: string) => {
    await write('server.mjs', `${note(text)}${FOREVER}`)
    server.compiled([root])
    await server.refresh()
  }
  await restart('one')
  await seen('one')
  server.prepare()
  server.prepare()
  await seen('one', 'fastify', 'made')
  await restart('two')
  await seen('one', 'fastify', 'made', 'two')

  server.prepare()
  await seen('one', 'fastify', 'made', 'two', 'fastify', 'made')
  await mkdir(file('node_modules/other'))
  await restart('three')
  await seen('one', 'fastify', 'made', 'two', 'fastify', 'made', 'three')
  server.prepare()
  await server.stop('SIGTERM')
  t.same(told(), [], 'each was told to end')
})
