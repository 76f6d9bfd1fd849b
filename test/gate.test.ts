import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { type Counts, runTapProgram } from './helpers/tap-program.js'

const TIMEOUT = 600_000

const print = (...lines: string[]) => `console.log(${JSON.stringify(lines.join('\n'))});`

const NONE: Counts = { total: 0, pass: 0, fail: 0, skip: 0, todo: 0 }

t.test('assertions at any depth are counted once', async (t) => {
  const program = print(
    '# Subtest: outer',
    '    # Subtest: inner',
    '        ok 1 - holds',
    '        1..1',
    '    ok 1 - inner',
    '    1..1',
    'ok 1 - outer',
    'ok 2 - left out # SKIP no reason',
    'not ok 3 - to be done # TODO',
    '# Subtest: does not throw',
    '    1..0',
    'ok 4 - does not throw',
    '1..4',
  )
  t.same(await runTapProgram(['-e', program], { timeout: TIMEOUT }), {
    counts: { total: 4, pass: 2, fail: 0, skip: 1, todo: 1 },
    failures: [],
  })
})

t.test('a failure is told with its titles, its line and its diagnostics', async (t) => {
  const program = print(
    '# Subtest: outer',
    '    not ok 1 - holds',
    '      ---',
    '      at:',
    '        fileName: a.test.ts',
    '        lineNumber: 7',
    '      source: |',
    '        t.ok(false)',
    '      ...',
    '    1..1',
    'not ok 1 - outer',
    '1..1',
  )
  const told: string[][] = []
  const onFailure = (...failure: string[]) => told.push(failure)
  const outcome = await runTapProgram(['-e', `${program} process.exitCode = 1`], {
    timeout: TIMEOUT,
    onFailure,
  })
  const [failure] = outcome.failures
  t.equal(failure, 'outer > holds (a.test.ts:7)')
  t.same(told[0], [failure, 'source: \nt.ok(false)\n'])
})

const broken: [title: string, program: string, failure: string, passed?: number][] = [
  ['fails before it asserts', 'process.exitCode = 1', 'its exit code is 1', 0],
  ['fails at last', `${print('ok 1 - holds')} process.exitCode = 1`, 'its exit code is 1'],
  ['ends early', print('ok 1 - holds'), 'what it prints breaks off'],
  [
    'ends within a test',
    print('# Subtest: outer', '    ok 1 - holds'),
    'what it prints breaks off',
  ],
  ['leaves out assertions', print('1..2', 'ok 1 - holds'), 'what it prints breaks off'],
  ['bails out', print('ok 1 - holds', 'Bail out!'), 'what it prints breaks off'],
  ['exits with 3', `${print('ok 1 - holds', '1..1')} process.exitCode = 3`, 'its exit code is 3'],
  ['asserts nothing', print('1..0'), 'it asserts nothing', 0],
  ['prints nothing', '', 'it asserts nothing', 0],
  [
    'is killed',
    `${print('ok 1 - holds', '1..1')} process.kill(process.pid, 'SIGKILL')`,
    'it was ended by SIGKILL',
  ],
]

for (const [title, program, failure, passed = 1] of broken) {
  t.test(`a program that ${title} fails`, async (t) => {
    const { counts, failures } = await runTapProgram(['-e', program], { timeout: TIMEOUT })
    t.same(failures, [failure])
    t.same(counts, { ...NONE, total: passed + 1, pass: passed, fail: 1 })
  })
}

t.test('a program that does not end is killed, and fails', async (t) => {
  const program = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000)`
  const { failures } = await runTapProgram(['-e', program], { timeout: 1 })
  t.same(failures, ['it did not end within 0.001 s'])
})

t.test('an error that nobody catches fails the test that was under way', async (t) => {
  const { href } = new URL('helpers/without-domains.js', import.meta.url)
  const late = 'new Error("late")'
  for (const fault of [`setImmediate(() => { throw ${late} })`, `Promise.reject(${late})`]) {
    const program = `
      await import(${JSON.stringify(href)})
      const { default: t } = await import(${JSON.stringify(import.meta.resolve('tap'))})
      t.test('first', async () => {})
      t.test('second', () => new Promise(() => { ${fault} }))
    `
    const file = path.join(t.testdir({ 'program.mjs': program }), 'program.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
    t.equal(status, 1)
    t.match(stdout, /^ok 1 - first.*^ {4}not ok 1 - .*^not ok 2 - second/ms)
    t.match(stdout + stderr, /\blate\b/)
  }
})
