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
