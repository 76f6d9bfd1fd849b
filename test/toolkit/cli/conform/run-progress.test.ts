import t from 'tap'
import { showRun } from '#toolkit/cli/process/progress.js'

const NOW = { probe: 'valid requests', done: 1, of: 2, requests: 30, violations: 1 }

t.test('progress is one line on a terminal, and nothing elsewhere', async (t) => {
  const written: string[] = []
  const write = (text: string) => written.push(text)
  const terminal = showRun({ isTTY: true, write })
  terminal.clear()
  t.same(written, [])
  terminal.progress(NOW)
  const bar = `[${'#'.repeat(12)}${'.'.repeat(12)}]`
  t.equal(written[0], `\r\u001b[K${bar} valid requests: 30 requests, 1 violation`)
  terminal.clear()
  t.same(written.length, 2)
  const file = showRun({ write })
  file.progress({ ...NOW, of: 0 })
  file.clear()
  t.same(written.length, 2)
})
