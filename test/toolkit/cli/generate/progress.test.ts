import t from 'tap'
import { run } from '#toolkit/cli/generate/run.js'
import { readGenerateOptions } from '#toolkit/cli/options/generate-arguments.js'
import { showProgress, showRun } from '#toolkit/cli/process/progress.js'
import { ROOT } from '../../../helpers/tsc.js'

process.chdir(ROOT)

const CLEAR = '\r\u001b[K'

function screen(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => written.push(text) }
}

t.test('a long run on a terminal has one line, rewritten and cleared', async (t) => {
  const terminal = screen(true)
  let now = 5
  const progress = showProgress(terminal, () => now)
  progress.stage('model', 1, 3)
  progress.clear()
  t.same(terminal.written, [], 'a short one has none')
  now += 1000
  progress.stage('model', 2, 3)
  progress.stage('types', 3, 3, 7)
  progress.clear()
  progress.clear()
  t.same(terminal.written, ['\r\u001b[K2/3 model', '\r\u001b[K3/3 types of 7 operations', CLEAR])
})

t.test('many operations are a long run from the start', async (t) => {
  const terminal = screen(true)
  const progress = showProgress(terminal, () => 0)
  progress.stage('types', 2, 3, 300)
  progress.stage('types', 2, 3, 301)
  t.same(terminal.written, ['\r\u001b[K2/3 types of 301 operations'])
})

t.test('without a terminal nothing is shown', async (t) => {
  const file = screen(false)
  let now = 0
  const progress = showProgress(file, () => (now += 2000))
  progress.stage('types', 1, 1)
  progress.clear()
  t.same(file.written, [])
})

t.test('a run shows its stages', async (t) => {
  t.capture(console, 'log')
  const terminal = screen(true)
  let now = 0
  t.intercept(performance, 'now', { value: () => (now += 2000) })
  const args = ['--spec', 'test/fixtures/contracts/plants.yaml', '--out', t.testdir()]
  t.equal(await run(readGenerateOptions(args), { since: 0, screen: terminal }), 0)
  t.equal(terminal.written[0], '\r\u001b[K1/12 model')
  t.match(terminal.written.at(-2), /\[K12\/12 \w+ of \d+ operations?$/)
  t.equal(terminal.written.at(-1), CLEAR)
})

t.test('progress of the kit is one line on a terminal, and none elsewhere', async (t) => {
  const now = { probe: 'valid requests', done: 1, of: 2, requests: 30, violations: 1 }
  const terminal = screen(true)
  const shown = showRun(terminal)
  shown.clear()
  t.same(terminal.written, [])
  shown.progress(now)
  const bar = `[${'#'.repeat(12)}${'.'.repeat(12)}]`
  t.equal(terminal.written[0], `${CLEAR}${bar} valid requests: 30 requests, 1 violation`)
  shown.clear()
  t.equal(terminal.written.length, 2)
  const file = screen(false)
  const unseen = showRun(file)
  unseen.progress({ ...now, of: 0 })
  unseen.clear()
  t.same(file.written, [])
})

t.test('a problem on a terminal has its frame, elsewhere it is one line', async (t) => {
  const told = t.capture(console, 'error')
  const root = t.testdir({ 'a.yaml': 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: 5\n' })
  const args = ['--spec', `${root}/a.yaml`, '--out', `${root}/out`]
  for (const isTTY of [true, false]) {
    t.equal(await run(readGenerateOptions(args), { since: 0, screen: screen(isTTY) }), 1)
  }
  const [framed = '', plain = ''] = told().map(({ args: [text] }) => String(text))
  t.equal(framed.split('\n')[0], plain)
  t.match(framed, '\n> 3 | paths: 5\n')
})
