import t from 'tap'
import { run } from '#toolkit/cli/generate/run.js'
import { readGenerateOptions } from '#toolkit/cli/options/generate-arguments.js'
import { showRun } from '#toolkit/cli/process/progress.js'
import { ROOT } from '../../../helpers/tsc.js'

process.chdir(ROOT)

const CLEAR = '\r\u001b[K'

function screen(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => written.push(text) }
}

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
  for (const isTTY of [true, false])
    t.equal(await run(readGenerateOptions(args), { since: 0, screen: screen(isTTY) }), 1)
  const [framed = '', plain = ''] = told().map(({ args: [text] }) => String(text))
  t.equal(framed.split('\n')[0], plain)
  t.match(framed, '\n> 3 | paths: 5\n')
})
