import t from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { token } from '../server/helpers.js'
import { launch } from '../server/process.js'
import { schemathesisProgram } from './peers/programs.js'
import { orSkip } from './registry.js'

/** Time that it may look for a fault, in seconds. */
const TIME = process.env.SCHEMATHESIS_SECONDS ?? '60'

t.test('Schemathesis finds no fault', async (t) => {
  const program = await orSkip(t, schemathesisProgram(), 'Schemathesis can be installed')
  if (program === undefined) return
  const folder = t.testdir({})
  const { base } = await launch(t, { BEARER_TOKENS: token, STORE_URL: 'memory:' }, folder)
  const options = ['--header', `Authorization: Bearer ${token}`, '--max-time', TIME, '--no-color']
  const { ok, stdout, stderr } = await execute(
    program,
    ['run', `${base}/openapi.json`, ...options],
    { cwd: folder, timeout: (Number(TIME) + 120) * 1000 },
  )
  const [, generated = '0'] = /(\d+) generated, /.exec(stdout) ?? []
  const failures = stdout.split(/^\d+\. Test Case ID: /m).slice(1)
  // The server refuses a member `__proto__` that no schema names, which is valid.
  const unknown = failures.filter((each) => !each.includes('a member `__proto__`'))
  const isKnown = failures.length > 0 && unknown.length === 0
  t.ok(ok || isKnown, `${generated} requests`, { stdout: stdout.slice(-8_000), stderr })
  t.ok(Number(generated) > 100, 'it has sent more than 100 requests')
})
