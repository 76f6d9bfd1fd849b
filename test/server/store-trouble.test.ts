/** Responses and log when the file cannot be used. */

import { statSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { linesOf, token } from './helpers.js'
import { create, launch } from './process.js'
import { asked } from './served.js'

const env = { BEARER_TOKENS: token, STORE_URL: 'sqlite:plants.db', LOG_LEVEL: 'info' }

const REFUSED =
  '503 (…retry-after: 1…) {"error":50300,"message":"The server cannot answer now; try again later."}'

const noLimits = process.platform === 'win32' && 'has no ulimit'
t.test('the disk is full', { skip: noLimits }, async (t) => {
  const folder = t.testdir({})
  // So that a write beyond the limit fails, and does not end the process.
  const survive = 'data:text/javascript,process.on("SIGXFSZ",()=>{})'
  const server = await launch(t, env, folder, ['--import', survive], 'ulimit -f 400')
  const target = { ...server, token }
  const name = 'x'.repeat(60_000)
  let id = 0
  while ((await create(target, { id: ++id, name }))[0] === 200);
  t.ok(statSync(path.join(folder, 'plants.db-wal')).size > 100_000)
  for (let n = 0; n < 5; n++) await asked(t, target)(`create ${++id} x*60000 -> ${REFUSED}`)
  const { code, stdout, stderr } = await server.end()
  t.equal(code, 0, stderr)
  const lines = linesOf(stdout).filter(
    ({ level, msg }) => level === 50 || /\bstore\b/.test(`${msg}`),
  )
  const message = /^the plant store .*plants\.db cannot be used now: /
  t.match(lines, [{ level: 50, msg: 'request failed', err: { cause: { message } } }])
  t.equal(lines.length, 1, JSON.stringify(lines))
  const again = await launch(t, env, folder)
  await asked(t, { ...again, token })(`create ${2 ** 40} fern -> 200 {"name":"fern"}`)
})
