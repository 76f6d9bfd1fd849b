import { readFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { compile } from '#toolkit/cli/dev/compiled-project.js'
import { type Child, execute, startChild } from '#toolkit/cli/process/child.js'
import { findCompiler } from '#toolkit/cli/project/typescript.js'

/** A script at work; `said` is its first message, `ended` why it ended. */
function start(t: Test, script: string) {
  const root = t.testdir({ 'script.mjs': script })
  const stdio = ['ignore', 'ignore', 'ignore'] as const
  const told: { said: Promise<unknown>; ended: Promise<string>; child: Child } = {} as never
  told.said = new Promise((said) => {
    told.ended = new Promise((ended) => {
      const file = path.join(root, 'script.mjs')
      told.child = startChild(file, [], { root, env: process.env, stdio }, { message: said, ended })
    })
  })
  return told
}

const FOREVER = 'setInterval(() => {}, 1000); process.send(process.pid)'

t.test('the end of a child is reported', async (t) => {
  t.equal(await start(t, 'process.exitCode = 3').ended, 'code 3')
  const { child, ended } = start(t, 'process.kill(process.pid, "SIGKILL")')
  t.equal(await ended, 'SIGKILL')
  await child.stop()
})

t.test('a child that cannot be started has ended', async (t) => {
  const root = path.join(t.testdir(), 'none')
  const settings = { root, env: process.env, stdio: ['ignore', 'ignore', 'ignore'] } as const
  let child: Child | undefined
  const why = new Promise((ended) => (child = startChild('script.mjs', [], settings, { ended })))
  t.equal(await why, 'ENOENT')
  await child?.stop()
})

t.test('a child is terminated, and then killed', async (t) => {
  const willing = start(t, FOREVER)
  await willing.said
  await willing.child.stop()
  const deaf = start(t, `process.on('SIGTERM', () => {}); ${FOREVER}`)
  const pid = (await deaf.said) as number
  await deaf.child.stop('SIGTERM', 50)
  t.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
})

t.test('a child ends when its parent is gone', async (t) => {
  const module = import.meta.resolve('#toolkit/cli/process/child.js')
  const parent = start(
    t,
    `import { startChild } from ${JSON.stringify(module)}
    const { argv: [, file, child], env } = process
    const stdio = ['ignore', 'ignore', 'ignore']
    if (child) { setInterval(() => {}, 1000); process.send(process.pid) }
    else startChild(file, ['child'], { root: '.', env, stdio }, { message: (pid) => process.send(pid) })`,
  )
  const pid = (await parent.said) as number
  await parent.child.stop('SIGKILL')
  while (isThere(pid)) await sleep(20)
  t.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
})

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A project of one file, and what compiles it. */
async function projectOf(t: Test, options: object) {
  const compilerOptions = { ...options, types: [] }
  const root = t.testdir({
    'package.json': '{}',
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['a.ts'] }),
    'a.ts': 'export const a = 1',
  })
  const surroundings = { root, env: process.env, stdio: ['ignore', 'ignore', 'ignore'] } as const
  const compiler = await findCompiler(root)
  return (isBuild: boolean, signal: AbortSignal) =>
    compile(compiler, { isBuild, isTranslated: false }, surroundings, signal)
}

t.test('an abort ends the compiler', async (t) => {
  const lines = t.capture(console, 'log')
  const run = await projectOf(t, { noEmit: true })
  await run(true, new AbortController().signal)
  t.match(lines(), [{ args: [/^types: no problems, \d+ ms$/] }])
  await run(true, AbortSignal.abort())
  t.same(lines(), [])
})

t.test('a compiler that writes goes on to its end', async (t) => {
  const run = await projectOf(t, { outDir: 'out' })
  t.equal(await run(false, AbortSignal.abort()), false)
  t.match(await readFile(path.join(t.testdirName, 'out/a.js'), 'utf8'), 'a = 1')
})

t.test('the end of a program', async (t) => {
  const run = (code: string, limits = {}) => execute(process.execPath, ['-e', code], limits)
  t.strictSame(await run("process.stdout.write('out'); process.stderr.write('err')"), {
    ...{ ok: true, why: 'exit code 0' },
    ...{ stdout: 'out', stderr: 'err' },
  })
  t.match(await run('process.exit(3)'), { ok: false, why: 'exit code 3' })
  t.match(await run("process.kill(process.pid, 'SIGKILL')"), { ok: false, why: 'SIGKILL' })
  t.match(await run('setInterval(() => {}, 1000)', { timeout: 200 }), { ok: false, why: 'SIGTERM' })
  const missing = path.join(t.testdir({}), 'no-such-program')
  t.match(await execute(missing, [], {}), { ok: false, why: 'ENOENT' })
})
