import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { execute } from '#toolkit/cli/process/child.js'

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
