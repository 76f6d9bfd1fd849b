/** Responses and log when the file cannot be used. */

import { statSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { linesOf, token } from './helpers.js'
import { launch, type Running } from './process.js'

const env = { BEARER_TOKENS: token, STORE_URL: 'sqlite:plants.db', LOG_LEVEL: 'info' }

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: unknown
}

async function create({ base }: Running, id: number, name = 'fern'): Promise<Answer> {
  const response = await fetch(`${base}/plants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id, name }),
  })
  const { status, headers } = response
  return { status, retryAfter: headers.get('retry-after'), body: await response.json() }
}

const created = { status: 200, retryAfter: null, body: { name: 'fern' } }
const refused: Answer = {
  status: 503,
  retryAfter: '1',
  body: { error: 50300, message: 'The server cannot answer now; try again later.' },
}

/** Ends a server, and returns what it logged about its store. */
async function logged(t: Test, { child, exit }: Running): Promise<string[]> {
  child.kill('SIGTERM')
  const { code, stdout, stderr } = await exit
  t.equal(code, 0, stderr)
  return linesOf(stdout).flatMap(({ level, msg, err }) => {
    const { message } = (err ?? {}) as { message?: string }
    if (message !== undefined) return `${level} ${msg}: ${message}`
    return /\bstore\b/.test(String(msg)) ? `${level} ${msg}` : []
  })
}

const noLimits = process.platform === 'win32' && 'has no ulimit'
t.test('the disk is full', { skip: noLimits }, async (t) => {
  const folder = t.testdir({})
  // So that a write beyond the limit fails, and does not end the process.
  const survive = 'data:text/javascript,process.on("SIGXFSZ",()=>{})'
  const server = await launch(t, env, folder, ['--import', survive], 'ulimit -f 400')
  const large = 'x'.repeat(60_000)
  let id = 0
  while ((await create(server, ++id, large)).status === 200);
  t.ok(statSync(path.join(folder, 'plants.db-wal')).size > 100_000)
  for (let n = 0; n < 5; n++) t.same(await create(server, ++id, large), refused)
  const lines = await logged(t, server)
  t.match(
    lines[0],
    /^50 the store cannot be used: the plant store .*plants\.db cannot be used now: /,
  )
  t.equal(lines.length, 1, lines.join('\n'))
  const again = await launch(t, env, folder)
  t.same(await create(again, 2 ** 40), created)
})
