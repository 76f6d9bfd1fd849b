import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { launch } from '../server/process.js'
import { root, runScript } from './project.js'

const runner = join(root, '../shared/hostile-input/run.mjs')

/** Groups of requests that must be answered as expected without exception. */
const complete = ['schema', 'auth', 'auth-order', 'json-syntax']

const token = 'extended-check'

t.test('hostile requests get the answers that they deserve', async (t) => {
  if (!existsSync(runner)) {
    t.pass('hostile requests', { skip: 'there is no ../shared/hostile-input' })
    return
  }
  const env = { BEARER_TOKENS: token, STORE_URL: 'sqlite:plants.db' }
  const { base } = await launch(t, env, t.testdir({}))
  // It looks whether it is the program that runs, and does not see through links.
  const { stdout, stderr } = await runScript(realpathSync(runner), [base, token])
  const [, counts = '', groups = '', statuses = ''] =
    /^(\d+ passed, \d+ failed) (\{.*\}) (\{.*\})$/m.exec(stdout) ?? []
  t.comment(['hostile requests', counts, ...failures(stdout)].join('\n'))
  if (!t.not(counts, '', 'the requests were sent', { stderr })) return
  const byGroup: Record<string, readonly [passed: number, failed: number]> = JSON.parse(groups)
  for (const group of complete) {
    const diagnostic = { failed: failures(stdout) }
    t.equal(byGroup[group]?.[1], 0, `${group}: ${byGroup[group]?.[0]} pass`, diagnostic)
  }
  const serverErrors = Object.keys(JSON.parse(statuses)).filter((status) => Number(status) >= 500)
  t.strictSame(serverErrors, [], 'no answer is a server error', { failed: failures(stdout) })
})

function failures(output: string): string[] {
  return output.split('\n').filter((line) => line.startsWith('FAIL'))
}
