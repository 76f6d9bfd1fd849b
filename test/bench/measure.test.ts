import t from 'tap'
import { explainFailure, measure } from '../../scripts/bench/shared/measure.js'

t.test('a script is measured with the processes that it starts', async (t) => {
  const folder = t.testdir({
    'idle.mjs': 'console.log(process.argv[2])',
    'busy.mjs': `
      import { execFileSync } from 'node:child_process'
      execFileSync(process.execPath, ['child.mjs'])`,
    'child.mjs': 'globalThis.kept = Buffer.alloc(300_000_000, 1)',
  })
  const idle = await measure(folder, ['idle.mjs', 'hello'])
  t.match(idle, { ok: true, stdout: 'hello\n' })
  t.ok(idle.seconds > 0 && idle.megabytes > 10, `${idle.seconds} s, ${idle.megabytes} MB`)
  const busy = await measure(folder, ['busy.mjs'])
  t.ok(busy.megabytes > idle.megabytes + 200, `${busy.megabytes} MB`)
})

t.test('the reason why a script failed is one line', async (t) => {
  const folder = t.testdir({ 'killed.mjs': "process.kill(process.pid, 'SIGKILL')" })
  const killed = await measure(folder, ['killed.mjs'])
  t.match(killed, { ok: false, megabytes: 0 })
  t.equal(explainFailure(killed), 'SIGKILL: it says nothing')
  const told = {
    ok: false,
    why: 'exit code 1',
    stdout: 'out',
    stderr: '\na.yaml:1:1 # warning: w\n no\n',
  }
  t.equal(explainFailure(told), 'exit code 1: no')
})
