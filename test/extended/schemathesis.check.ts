import { join } from 'node:path'
import t from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { token } from '../server/helpers.js'
import { launch } from '../server/process.js'

/** The newest of the line that the answers were looked at with. */
const REQUIREMENT = 'schemathesis==4.32.*'

/** Time that it may look for a fault, in seconds. */
const TIME = process.env.SCHEMATHESIS_SECONDS ?? '60'

t.test('Schemathesis finds no fault', async (t) => {
  const folder = t.testdir({})
  const missing = await install(folder)
  if (missing !== undefined) {
    t.pass('Schemathesis', { skip: missing })
    return
  }
  const { base } = await launch(t, { BEARER_TOKENS: token, STORE_URL: 'memory:' }, folder)
  const options = ['--header', `Authorization: Bearer ${token}`, '--max-time', TIME, '--no-color']
  const { ok, stdout, stderr } = await execute(
    join(folder, 'bin/st'),
    ['run', `${base}/openapi.json`, ...options],
    { cwd: folder, timeout: (Number(TIME) + 120) * 1000 },
  )
  const [, generated = '0', passed = 'none'] = /(\d+) generated, (\d+) passed/.exec(stdout) ?? []
  t.ok(ok, `${generated} requests`, { stdout: stdout.slice(-8_000), stderr })
  t.ok(Number(generated) > 100 && /\d/.test(passed), `${passed} passed`)
})

/** Installs it in an environment of its own. Resolves with what is missing, if anything is. */
async function install(folder: string): Promise<string | undefined> {
  const commands: [string, ...string[]][] = [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin/python'), '-m', 'pip', 'install', '--quiet', REQUIREMENT],
  ]
  for (const [command, ...args] of commands) {
    const { ok, why, stdout, stderr } = await execute(command, args, { timeout: 300_000 })
    const [reason = why] = /(?<=ERROR: ).*|.*ensurepip.*/.exec(stderr + stdout) ?? []
    if (!ok) return `${command}: ${reason}`
  }
  return undefined
}
